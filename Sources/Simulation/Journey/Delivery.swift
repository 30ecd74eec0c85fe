import ReceiptModel

/// One line of the log, with its place in it.
struct PlannedLine: Equatable, Sendable {
  var event: SimulatedEvent
  /// Lines stand in the log by this time.
  var position: Int64
  /// Whether it says again, byte for byte, what the line before it in the plan says.
  var isRepeat: Bool
  /// For an ack, how many milliseconds the extension had run when its request reached the server.
  var extensionTime: Int64?
  /// Whether a defect keeps it out of the log.
  var isDropped = false
}

/// One push to one device being played out: everything it will leave in the log is planned at once.
///
/// Since no event comes later as a surprise, the truth about a delivery is known as soon as it is planned, and a
/// simulation needs memory only for lines that wait for their place.
struct Delivery: Sendable {
  /// Lines in the order things happened, each repeat behind its original.
  var lines: [PlannedLine] = []
  var message: Message
  var device: Device
  private(set) var sentAt: Int64 = 0
  var conditions = Conditions()
  var chance: RandomStream
  let scenario: Scenario
  /// What all its events have in common.
  var draft: SimulatedEvent
  /// Scratch of the extension.
  var arrivals: [ReportArrival] = []

  init(
    of message: Message, draft: SimulatedEvent, to device: Device, chance: RandomStream, scenario: Scenario
  ) {
    self.message = message
    self.draft = draft
    self.device = device
    self.chance = chance
    self.scenario = scenario
  }

  /// Starts over with another device of the same message.
  mutating func begin(with device: Device, isAnonymous: Bool) {
    lines.removeAll(keepingCapacity: true)
    arrivals.removeAll(keepingCapacity: true)
    conditions = Conditions()
    self.device = device
    draft.device = isAnonymous ? nil : device.id
    draft.platform = device.platform
    draft.version = device.version
    draft.address = device.address
    draft.osVersion = device.osVersion
    draft.brand = device.brand
    draft.network = device.network
    draft.isp = device.isp
    draft.channel = device.vendor
    draft.vendorMessageID = nil
  }

  /// Plays one push from `sentAt` on.
  mutating func play(from sentAt: Int64) {
    self.sentAt = sentAt
    draft.lastActive = Instant(milliseconds: sentAt - 60_000 - chance.exponential(mean: 36_000_000))
    if device.platform == .android, chance.happens(0.4) { draft.channel = .accs }
    if draft.channel != .apns, draft.channel != .accs {
      draft.vendorMessageID = 100_000_000_000_000_000 + chance.next() % 800_000_000_000_000_000
    }
    if chance.happens(scenario.failures * (device.activity?.refusals ?? 1)) {
      log(.sendFailed, at: sentAt + 20 + chance.upTo(400), reason: refusal())
    } else {
      if !chance.happens(scenario.lostSends) { log(.sent, at: sentAt) }
      travel(from: sentAt)
      if chance.happens(scenario.resends) {
        let again = sentAt + 1_800_000 + chance.exponential(mean: 3_600_000)
        log(.sent, at: again)
        travel(from: again)
      }
    }
    if chance.happens(scenario.unknownTypes) {
      let type = EventType.unknown[chance.below(EventType.unknown.count)]
      log(type, at: sentAt + chance.upTo(2_000))
    }
  }

  /// Keeps the first `count` lines, where the log is to end.
  mutating func keepFirst(_ count: Int) {
    if lines.count > count { lines.removeLast(lines.count - count) }
  }

  /// Plans an event that happens at `time`, and perhaps its repetition.
  ///
  /// - Parameter stamp: what the clock that stamped it said, if that was another.
  mutating func log(_ type: EventType, at time: Int64, stamp: Int64? = nil, reason: UInt8 = 0) {
    var event = draft
    event.type = type
    event.time = Instant(milliseconds: stamp ?? time)
    event.logTime = Instant(milliseconds: time)
    event.reason = reason
    add(event, at: time)
  }

  /// Plans an ack.
  ///
  /// The extension knows ids, and nothing of the device.
  ///
  /// - Parameter start: when the extension began.
  mutating func logAck(_ arrival: ReportArrival, of start: Int64) {
    let time = arrival.time
    var event = draft
    event.attempt = arrival.attempt
    event.type = .extAck
    event.appKey = conditions.reportKey ?? draft.appKey
    event.time = Instant(milliseconds: time + conditions.clockError)
    event.logTime = Instant(milliseconds: time)
    event.lastActive = nil
    event.version = nil
    event.osVersion = 0
    event.brand = 0
    event.network = 0
    event.isp = 0
    add(event, at: time, extensionTime: time - start)
  }

  /// Takes away what a log may lack; what decides where a delivery counts stays.
  private mutating func leaveOut(of event: inout SimulatedEvent) {
    if chance.happens(0.3) { event.version = nil }
    if chance.happens(0.3) { event.osVersion = 0 }
    if chance.happens(0.5) { (event.brand, event.isp) = (0, 0) }
    if chance.happens(0.3) { event.network = 0 }
    if chance.happens(0.5) { event.address = 0 }
    if chance.happens(0.5) { event.lastActive = nil }
    if chance.happens(0.2) { event.jobKey = 0 }
    if chance.happens(0.5) { event.vendorMessageID = nil }
  }

  private mutating func add(_ event: SimulatedEvent, at time: Int64, extensionTime: Int64? = nil) {
    var event = event
    if scenario.worlds.contains(.gaps) { leaveOut(of: &event) }
    var position = time
    if chance.happens(scenario.outOfOrder) { position += chance.upTo(5_000) }
    if chance.happens(scenario.late) { position += chance.upTo(3_600_000) }
    var line = PlannedLine(event: event, position: position, isRepeat: false, extensionTime: extensionTime)
    lines.append(line)
    if chance.happens(scenario.duplicates) {
      line.position += 1 + chance.upTo(1_800_000)
      line.isRepeat = true
      lines.append(line)
    }
  }
}
