import ReferenceLedger
import TestSupport

/// Receipts of three messages on a handful of devices within some hours, without any story.
enum CrowdedLog {
  private static let devices = [
    "", "token-a", "Token-A", "é", "e\u{301}", "00000000000000000000000000000001",
    "ffffffffffffffffffffffffffffff02",
  ]

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
    return (0..<lines).map { _ in
      func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
      let time =
        1_790_000_000_000 + Int64.random(in: 0..<12, using: &random) * 3_500
        + Int64.random(in: 0..<2, using: &random) * 3_600_000
      var members = [
        ("app_key", pick(["k1", "k2", "k3"])), ("message_id", pick(["m1", "m2", "m3"])),
        ("device_id", pick(devices)), ("event_type", pick(types)), ("event_time", String(time)),
      ]
      members += fields.map { ($0.key, pick($0.value)) }
      return "{" + members.map { "\"\($0.0)\":\"\($0.1)\"" }.joined(separator: ",") + "}\n"
    }.joined()
  }
}
