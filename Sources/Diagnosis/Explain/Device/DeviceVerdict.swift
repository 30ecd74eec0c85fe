package import Prose

/// The verdict on a device under one AppKey, the worst and surest first; users see the raw value, which is also the
/// heading in docs/explain.md.
package enum DeviceVerdict: String, CaseIterable, Sendable {
  // Somebody said something of the device.
  case tokenDead = "token_dead"
  case notificationsOff = "notifications_off"
  case pushesRefused = "pushes_refused"
  case answeredUnderForeignAppKey = "answered_under_foreign_app_key"
  case wentSilent = "went_silent"
  case notSentSince = "not_sent_since"
  case neverAcks = "never_acks"
  case takenAgain = "taken_again"
  case orphan
  case answers
  // Nobody ever did.
  case buildNeverAcks = "build_never_acks_likely"
  case neverAnswered = "never_answered_likely"
  case noReceiptExpected = "no_receipt_expected"
  case neverSent = "never_sent"
  case notSettledYet = "not_settled_yet"
  case unknown

  package var certainty: Certainty {
    switch self {
    case .tokenDead, .notificationsOff, .pushesRefused, .answeredUnderForeignAppKey, .wentSilent,
      .notSentSince, .neverAcks, .takenAgain, .orphan, .answers:
      .proven
    case .buildNeverAcks, .neverAnswered: .likely
    case .noReceiptExpected, .neverSent, .notSettledYet, .unknown: .undecided
    }
  }

  /// What it says, in one sentence without a full stop.
  package var meaning: Phrase {
    switch self {
    case .tokenDead: "the last word of a gateway is that its token is dead or its app is gone"
    case .notificationsOff: "a gateway said that notifications are off, and the device answered nothing since"
    case .pushesRefused: "the last that was sent to it was refused or reported as not arrived"
    case .answeredUnderForeignAppKey: "it answers under an AppKey that never sent what it answers"
    case .wentSilent: "it was heard of before, and none of its pushes since has an answer"
    case .notSentSince: "it was heard of, and the ledger has no push to it since, while others got theirs"
    case .neverAcks: "it answers pushes, and no ack of its build came from it"
    case .takenAgain:
      "its pushes were refused for a time; the gateway takes them again, and nothing was heard yet"
    case .orphan: "it answers pushes whose sends are not in the ledger"
    case .answers: "it answers its pushes"
    case .buildNeverAcks: "the app build on this device most likely never reports"
    case .neverAnswered: "most likely it shows no pushes: it is muted, switched off, or the app is gone"
    case .noReceiptExpected: "nothing was heard of it, and no receipt could be expected"
    case .neverSent: "the ledger holds no push to it under this AppKey"
    case .notSettledYet: "nothing was heard yet, and receipts may still be on their way"
    case .unknown: "the ledger does not say whether its pushes arrive"
    }
  }
}
