import Prose
import ReceiptModel

/// The remarks on a payload, in words.
enum PayloadWords {
  /// A sentence for each remark, without a full stop.
  static func phrases(_ remarks: PayloadLint) -> [Phrase] {
    PayloadLint.named.compactMap { remark, _ in remarks.contains(remark) ? phrase(remark) : nil }
  }

  /// Why no receipt of the extension can come.
  static func hindrance(_ payload: PayloadStory) -> Phrase {
    let remarks = payload.remarks.intersection(.keepsExtensionFromRunning)
    return remarks.isEmpty ? "it was sent as a message that shows nothing" : phrases(remarks).joined()
  }

  /// What to change; `nil` when it was not meant to be seen.
  static func cure(_ payload: PayloadStory) -> Phrase? {
    isMistake(payload)
      ? "send it with the number 1 under mutable-content inside aps, and an alert with a title, subtitle or body"
      : nil
  }

  /// Whether a message that cannot be acked was meant to be seen.
  static func isMistake(_ payload: PayloadStory) -> Bool {
    payload.cannotBeAcked && payload.remarks.subtracting(.silent).cannotBeAcked
  }

  private static func phrase(_ remark: PayloadLint) -> Phrase? {
    switch remark {
    case .mutableContentMissing: "mutable-content is missing"
    case .mutableContentNotOne: "mutable-content is not the number 1"
    case .mutableContentIsText: "mutable-content is text and not the number 1"
    case .mutableContentMisplaced: "mutable-content stands outside aps"
    case .mutableContentMisspelt: "mutable-content is misspelt"
    case .alertMissing: "there is no alert"
    case .alertIsText: "the alert is text and not a dictionary"
    case .alertEmpty: "the alert has no title, subtitle or body"
    case .silent: "it is a silent push"
    case .tooLarge: "it is larger than the 4096 bytes that APNs takes"
    case .customInsideAps: "the sender's own keys stand inside aps"
    case .unreadable: "the logged payload is not JSON with an object aps"
    default: nil
    }
  }
}
