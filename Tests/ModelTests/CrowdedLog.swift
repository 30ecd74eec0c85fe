import ReferenceLedger
import TestSupport

/// Receipts of three messages on a handful of devices within some hours, without any story.
enum CrowdedLog {
  /// A log of JSON lines.
  static func text(lines: Int, using random: inout SeededGenerator) -> String {
    let types = Array(ReferenceEvent.kinds.dropLast()) + ["Recall", "sms", "sent", "ext_ack", "ext_ack"]
    let fields = [
      "device_type": ["iOS", "ANDROID", "ios", ""], "event_channel": ["apns", "FCM", "huawei", "", "accs"],
      "app_version": ["3.10.0", "3.2.1", ""], "os_version": ["17.5", "華", ""], "job_key": ["b", "a", ""],
      "os": ["iOS", ""], "brand": ["apple", "Apple", ""], "network_type": ["wifi", "5g", ""],
      "isp": ["x", ""],
      "reason": ["6#notify disabled", "10#inactive device", "#", ""],
    ].sorted { $0.key < $1.key }
    var names = UntidyNames(seed: random.next())
    let apps = ["k1", "k3"] + names.appKeys(1)
    let messages = names.messages(3)
    let devices = [""] + names.devices(7)
    return (0..<lines).map { _ in
      func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
      let crowd =
        Int64.random(in: 0..<12, using: &random) * 3_500 + Int64.random(in: 0..<2, using: &random) * 3_600_000
      let time = 1_790_000_000_000 + (Int.random(in: 0..<4, using: &random) == 0 ? names.moment() : crowd)
      var members = [
        ("app_key", pick(apps)), ("message_id", pick(messages)),
        ("device_id", pick(devices)), ("event_type", pick(types)), ("event_time", String(time)),
      ]
      let words = Bool.random(using: &random) ? names.fields() : [:]
      let others = ["device_type": "platform", "event_channel": "channel"]
      members += fields.map { ($0.key, words[others[$0.key] ?? $0.key] ?? pick($0.value)) }
      return "{" + members.map { "\"\($0.0)\":\"\($0.1)\"" }.joined(separator: ",") + "}\n"
    }.joined()
  }
}
