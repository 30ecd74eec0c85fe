package import Prose

/// The verdict on a message as a whole; users see the raw value, which is also the heading in docs/explain.md.
package enum MessageVerdict: String, CaseIterable, Sendable {
  case noAcksAtAll = "no_acks_at_all"
  case cannotBeAcked = "cannot_be_acked"
  case answeredUnderForeignAppKey = "answered_under_foreign_app_key"
  case fewerAcks = "fewer_acks"
  case sendsRefused = "sends_refused"
  case sendsFailed = "sends_failed"
  case likeItsNeighbours = "like_its_neighbours"
  case neverSent = "never_sent"
  case notSettledYet = "not_settled_yet"
  case nothingToCompare = "nothing_to_compare"

  package var certainty: Certainty {
    switch self {
    case .noAcksAtAll, .fewerAcks, .sendsFailed: .likely
    case .answeredUnderForeignAppKey, .cannotBeAcked, .neverSent, .sendsRefused: .proven
    case .likeItsNeighbours, .notSettledYet, .nothingToCompare: .undecided
    }
  }

  /// What it says, in one sentence without a full stop.
  package var meaning: Phrase {
    switch self {
    case .noAcksAtAll: "no device acked it, and chance does not explain that"
    case .cannotBeAcked: "its payload or push type keeps the extension from running, so no receipt can come"
    case .answeredUnderForeignAppKey: "devices answered it under an AppKey that never sent it"
    case .fewerAcks: "fewer of its sends were acked than of its neighbours', by more than chance explains"
    case .sendsRefused: "the gateway refused half of its sends or more"
    case .sendsFailed: "more of its sends were refused than of its neighbours', by more than chance explains"
    case .likeItsNeighbours: "nothing sets it apart from its neighbours"
    case .neverSent: "the ledger holds no send of it under this AppKey"
    case .notSettledYet: "receipts for all of its sends may still be on their way"
    case .nothingToCompare: "the AppKey sent nothing else around that time to compare it with"
    }
  }
}
