import TestSupport

/// A short story of one push to one device, told as lines: what usually happens, or one of the ways in which it does not.
struct RandomStory {
  private(set) var random: SeededGenerator
  private(set) var lines: [RandomLine] = []
  private let device: RandomCast.Device
  private let messageID: String
  private let appKey: String
  private let start: Int64

  init(of cast: RandomCast, random: SeededGenerator) {
    var random = random
    device = cast.devices[Int.random(in: 0..<cast.devices.count, using: &random)]
    messageID = cast.messages[Int.random(in: 0..<cast.messages.count, using: &random)]
    appKey = RandomCast.senders[Int.random(in: 0..<RandomCast.senders.count, using: &random)]
    // A quarter of the stories start on a full second, and some around midnight, so that limits are met exactly.
    var offset = Int64.random(in: 0..<3 * ReferenceTime.millisecondsPerDay, using: &random)
    if Int.random(in: 0..<4, using: &random) == 0 { offset -= offset % 1_000 }
    if Int.random(in: 0..<16, using: &random) == 0 { offset -= offset % ReferenceTime.millisecondsPerDay }
    start = RandomCast.firstDay + offset
    self.random = random
  }

  mutating func tell() {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: silence()
    case 1: resending()
    case 2, 3: retriedAck()
    case 4: skewedClock()
    case 5: foreignKey()
    case 6: orphan()
    case 7, 8: failure()
    case 9: acceptance()
    case 10: noise()
    case 11: lateAttributes()
    default: usual()
    }
  }
}

extension RandomStory {
  private mutating func usual() {
    add("sent", 0)
    if flip() { add(pick(["arrive", "Arrived", "received"]), 300) }
    if flip() { add(pick(["ext_ack", "EXT_ACK"]), pick(latencies)) }
    if flip() { add(pick(["open", "clicked"]), pick(latencies) + 2_000) }
    if flip() && flip() { add(pick(["delete", "Cleared"]), 90_000) }
  }

  private mutating func silence() {
    add("sent", 0)
    if flip() { add("arrive", 250) }
  }

  private mutating func resending() {
    let pause: Int64 = pick([1, 5_000, 60_000, 7_200_000])
    let latency = pick(latencies)
    add("sent", 0)
    add("sent", pause)
    add("ext_ack", pick([latency, pause + latency, pause]))
    if flip() { add("opened", pause + latency + 1) }
  }

  private mutating func retriedAck() {
    add("sent", 0)
    let first = pick(latencies)
    add("ext_ack", first)
    let second = first + pick([30, 3_999, 4_000, 6_000, 12_000, 17_999, 18_000, 18_001])
    add("ext_ack", second)
    if flip() { add("ext_ack", second + pick([2_000, 5_999, 6_000])) }
  }

  private mutating func skewedClock() {
    if flip() { add("ext_ack", -pick([1, 999, 40_000])) }
    if flip() { add("open", -pick([1, 2_000])) }
    add("sent", 0)
    if flip() { add("sent", 3_000) }
  }

  private mutating func foreignKey() {
    add("sent", 0)
    let stranger = flip() ? pick(RandomCast.strangers) : pick(RandomCast.senders)
    add(pick(["ext_ack", "open", "arrive"]), 2_000, under: stranger)
    if flip() { add("sent", 500, under: pick(RandomCast.senders)) }
  }

  private mutating func orphan() {
    if flip() { add("ext_ack", 1_000) }
    if flip() { add("open", 4_000) }
    if flip() { add("arrive", 100, under: pick(RandomCast.strangers)) }
  }

  private mutating func failure() {
    let reason = pick([
      "6003#certificate fingerprint error", "6#notify disabled", "BadDeviceToken", "a1#b", "#no code",
      "201#invalid#device", "",
    ])
    if flip() { add("sent", -pick([0, 100])) }
    add(pick(["sent_fail", "arrive_fail"]), 0, saying: ["reason": reason])
    if flip() {
      add(pick(["sent_fail", "arrive_fail"]), pick([0, 50]), saying: ["reason": "5#invalid token"])
    }
    // A reason on anything but a failure says nothing about the delivery.
    if flip() { add("arrive", -200, saying: ["reason": "10#inactive device"]) }
  }

  private mutating func acceptance() {
    add("accepted", -pick([10, 80_000_000]))
    if flip() { add("sent", 0) }
    if flip() { add("displayed", 1_500) }
    if flip() { add(pick(["dropped", "expired"]), 60_000) }
  }

  private mutating func noise() {
    for _ in 0..<3 {
      add(
        pick(["Recall", "sms_sent", "sent", "ext_ack", "dismiss", "arrive_fail"]),
        pick([0, 0, 7, 6_000, 100_000]))
    }
  }

  /// The earliest events say little; what is known comes from later ones, some at one time.
  private mutating func lateAttributes() {
    lines.append(line("sent", 0, under: appKey, fields: [:]))
    add("arrive", 1_000)
    add(
      "Recall", 1_000,
      saying: ["app_version": pick(["3.2.1", "2.9"]), "event_channel": pick(["apns", "huawei"])])
    add("ext_ack", 5_000, saying: ["os_version": "16.0", "network_type": "4g"])
  }

  private var latencies: [Int64] {
    [
      0, 1, 63, 999, 1_000, 1_800, 4_999, 5_000, 8_800, 11_000, 12_001, 14_900, 16_999, 17_000, 17_001,
      29_999,
      30_000, 30_001, 60_000, 599_999, 3_600_000, 86_399_999, 86_400_000,
    ]
  }

  private mutating func flip() -> Bool { Bool.random(using: &random) }
  private mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private mutating func add(
    _ type: String, _ offset: Int64, under key: String? = nil, saying fields: [String: String] = [:]
  ) {
    var known = device.fields
    // An event seldom carries everything that is known of its device.
    for name in RandomLine.fieldNames where Int.random(in: 0..<5, using: &random) == 0 { known[name] = nil }
    lines.append(line(type, offset, under: key ?? appKey, fields: known.merging(fields) { $1 }))
  }

  private func line(
    _ type: String, _ offset: Int64, under key: String, fields: [String: String]
  ) -> RandomLine {
    RandomLine(
      appKey: key, messageID: messageID, deviceID: device.id, type: type, time: start + offset, fields: fields
    )
  }
}
