import Prose
import ReceiptModel

extension Rule {
  /// Messages that were meant to be seen, and whose payloads keep the notification service extension from running.
  ///
  /// A fact and no comparison, since the payloads are known. Silent pushes and messages that are no notices are left
  /// out, as nobody expects a receipt of them. An AppKey without any ack may have no extension, and for it this is a
  /// note.
  package static let cannotBeAcked = Rule(.cannotBeAcked) { evidence in
    var apps: [String: [MessagePayload]] = [:]
    for message in evidence.payloads where message.sends > 0 && PayloadWords.isMistake(message.payload) {
      apps[message.appKey, default: []].append(message)
    }
    return apps.keys.sorted { $0.precedesInBytes($1) }.compactMap { appKey -> Finding? in
      guard let messages = apps[appKey] else { return nil }
      return finding(appKey, messages, evidence)
    }
  }

  private static func finding(
    _ appKey: String, _ messages: [MessagePayload], _ evidence: Evidence
  ) -> Finding? {
    let sends = messages.reduce(0) { $0 + $1.sends }
    guard sends >= evidence.limits.messageSends else { return nil }
    let hasAcks = evidence.cells.contains { $0.key.appKey == appKey && $0.counts[.acked] > 0 }
    let share = Rate(sends, of: sends + evidence.counts(of: appKey)[.ackEligible])
    return Finding(
      .cannotBeAcked, hasAcks ? .warning : .info, appKey: appKey,
      scope: messages.count == 1
        ? .of(.message, messages[0].messageID) : .of(.note, words: "\(messages.count) messages"),
      since: messages.compactMap(\.firstSent?.milliseconds).min().map(Instant.init(milliseconds:)),
      deliveries: sends, observed: share.value, expected: 0, interval: share.interval,
      cause: cause(messages), rivals: [],
      nextStep: """
        make the sender of these messages put the number 1 under mutable-content inside aps, and a text into a \
        dictionary alert
        """,
      rows: "payload-lint")
  }

  private static func cause(_ messages: [MessagePayload]) -> Phrase {
    var sends: [UInt32: Int] = [:]
    for message in messages {
      for (remark, _) in PayloadLint.named where message.payload.remarks.contains(remark) {
        sends[remark.rawValue, default: 0] += message.sends
      }
    }
    // Sorted with the most sends first.
    let telling = PayloadLint.named.map(\.remark)
      .filter { PayloadLint.keepsExtensionFromRunning.contains($0) && sends[$0.rawValue] != nil }
      .enumerated()
      .sorted {
        let (one, other) = (sends[$0.element.rawValue] ?? 0, sends[$1.element.rawValue] ?? 0)
        return one != other ? one > other : $0.offset < $1.offset
      }
    let words = telling.flatMap { PayloadWords.phrases($0.element) }.joined()
    return messages.count == 1
      ? "its payload does not start the extension: \(words)"
      : "the payloads of \(messages.count) messages do not start the extension: \(words)"
  }
}
