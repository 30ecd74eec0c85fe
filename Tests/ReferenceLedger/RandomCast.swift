import TestSupport

/// Who takes part in a random log, and the stories that are told of them.
struct RandomCast {
  let messages: [String]
  let devices: [Device]

  /// A device and what its lines usually say.
  struct Device {
    let id: String
    let fields: [String: String]
  }

  static let senders = ["333526247", "333526248", "app-Ü"]
  /// AppKeys under which nothing is ever sent; the second sorts before every sender.
  static let strangers = ["999000111", "100000001"]
  static let firstDay: Int64 = 1_773_100_800_000  // 2026-03-10T00:00:00Z

  init(size: Int, using random: inout SeededGenerator) {
    var names = UntidyNames(seed: random.next())
    messages = names.messages(max(3, size / 60)) + ["msg \"7\", part\\2"]
    devices = (names.devices(max(8, size / 11)) + Array(repeating: "", count: 1 + size / 100)).map { id in
      let fields = Self.fields(&random)
      guard Bool.random(using: &random) else { return Device(id: id, fields: fields) }
      return Device(
        id: id, fields: fields.merging(names.fields().map { (Self.field($0.key), $0.value) }) { $1 })
    }
  }

  /// The receipt's field for one of `UntidyNames.fields`.
  private static func field(_ name: String) -> String {
    ["platform": "device_type", "channel": "event_channel"][name] ?? name
  }

  private static func fields(_ random: inout SeededGenerator) -> [String: String] {
    func pick(_ choices: [String]) -> String { choices[Int.random(in: 0..<choices.count, using: &random)] }
    let platform = pick(["iOS", "iOS", "ios", "ANDROID", "HARMONY", ""])
    let channels =
      platform.lowercased() == "ios"
      ? ["apns", "apns", "APNs", "", "fcm"] : ["huawei", "xiaomi", "accs", "fcm", "GCM", "gcm", "apns", ""]
    return [
      "device_type": platform, "event_channel": pick(channels),
      "job_key": pick(["autumn, \"promo\"", "spring", "", ""]), "app_version": pick(["3.2.1", "3.10.0", ""]),
      "os": pick(["iOS", "Android", ""]), "os_version": pick(["17.5.1", "18.0", "\u{E9}", "e\u{301}", ""]),
      "brand": pick(["apple", "华为", "\u{E9}", "e\u{301}", ""]), "network_type": pick(["wifi", "5g", ""]),
      "isp": pick(["ISP one", ""]),
      "client_ip": pick([
        "198.51.100.7", "198.51.100.9:4711", "::ffff:203.0.113.5", "2001:db8:1:2::7", "[2001:db8:1::1]:443",
        "unknown", "",
      ]),
    ]
  }
}

extension RandomCast {
  /// The lines of one short story.
  func story(using random: inout SeededGenerator) -> [RandomLine] {
    var story = RandomStory(of: self, random: random)
    story.tell()
    random = story.random
    return story.lines
  }

  /// The same event with other attributes.
  func otherWords(for line: RandomLine, using random: inout SeededGenerator) -> RandomLine {
    var line = line
    for (name, value) in Self.fields(&random).sorted(by: { $0.key < $1.key })
    where Int.random(in: 0..<3, using: &random) == 0 { line.fields[name] = value }
    if Bool.random(using: &random) { line.fields["reason"] = "5#invalid token" }
    return line
  }
}
