import Prose
import ReceiptModel

extension Rule {
  /// Messages whose payloads are larger than APNs takes, and whose sends were refused.
  ///
  /// A large payload alone is no finding: a log may hold it with more blanks than it was sent with.
  package static let payloadTooLarge = Rule(.payloadTooLarge) { evidence in
    evidence.payloads.filter { $0.payload.remarks.contains(.tooLarge) && $0.sendFailed > 0 }.map { message in
      let failed = Rate(message.sendFailed, of: message.sendFailed + message.sends)
      let isLoss = failed.value.map { $0 >= evidence.limits.failureLoss } ?? false
      return Finding(
        .payloadTooLarge, isLoss ? .critical : .warning, appKey: message.appKey,
        scope: .of(.message, message.messageID), since: message.firstSent, deliveries: message.sendFailed,
        observed: failed.value, expected: 0, interval: failed.interval,
        cause: "its payload of \(message.payload.bytes) bytes is larger than the 4096 that APNs takes",
        rivals: [
          Rival(
            "the log holds it with more blanks than were sent, and the sends failed for another reason",
            settledBy: "the reasons of the failed sends")
        ],
        nextStep: "shorten the payload: put long texts and own data behind an address that the app fetches",
        rows: "payload-lint")
    }
  }
}
