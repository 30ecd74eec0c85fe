package import Prose

/// What became of one delivery; users see the raw value, which is also the heading in docs/explain.md.
package enum DeliveryVerdict: String, CaseIterable, Sendable {
  // The extension reported.
  case ackedOnFirstTry = "acked_on_first_try"
  case ackedFirstTryPossible = "acked_first_try_possible"
  case ackedOnLaterTry = "acked_on_later_try"
  case retried = "retried"
  case deliveredLate = "delivered_late"
  case ackedOverBudget = "acked_over_budget"
  case clockSkew = "clock_skew"
  case answeredUnderForeignAppKey = "answered_under_foreign_app_key"
  // The extension's own log says what happened.
  case extensionTimedOut = "extension_timed_out"
  case ackRequestsFailed = "ack_requests_failed"
  case extensionDidNotReport = "extension_did_not_report"
  case extensionLogEnds = "extension_log_ends"
  // The device answered in another way.
  case ackLost = "ack_lost"
  case reachedDevice = "reached_device"
  case orphan
  // Something said that it would not arrive.
  case sendRefused = "send_refused"
  case refusedAndSent = "refused_and_sent"
  case notArrived = "not_arrived"
  // Nothing is heard.
  case notAckEligible = "not_ack_eligible"
  case notSettledYet = "not_settled_yet"
  case messageCannotTrigger = "message_cannot_trigger_extension_likely"
  case buildNeverAcks = "build_never_acks_likely"
  case replacedByLater = "replaced_by_later_likely"
  case unknown

  package var certainty: Certainty {
    switch self {
    case .unknown, .notSettledYet: .undecided
    case .messageCannotTrigger, .buildNeverAcks, .replacedByLater: .likely
    // Which try it was, and how long it waited, is another story where a send is missing from the log, or clocks disagree.
    case .ackedOnFirstTry, .retried, .deliveredLate, .ackedOverBudget: .likely
    default: .proven
    }
  }

  /// What it says, in one sentence without a full stop.
  package var meaning: Phrase {
    switch self {
    case .ackedOnFirstTry: "the extension ran and reported, most likely by its first try"
    case .ackedFirstTryPossible: "the extension ran and reported; the log cannot say which try came through"
    case .ackedOnLaterTry: "the extension ran and reported, by a later try after others had failed"
    case .extensionTimedOut: "the extension ran, and its time ran out; no log has an answered receipt"
    case .ackRequestsFailed: "the extension ran, and none of its tries to report was answered"
    case .extensionDidNotReport:
      "the extension ran and handed the push back; its own log has no try to report it"
    case .extensionLogEnds: "the extension started, and its own log ends before it handed the push back"
    case .retried:
      "the extension ran and reported more than once; most likely a try that it had given up on came through"
    case .deliveredLate:
      "the extension ran and reported, most likely after the push had waited before it reached the device"
    case .ackedOverBudget:
      """
      the extension ran and reported, most likely later than its tries alone can take: the push waited, or it had work of \
      its own
      """
    case .clockSkew:
      "the extension ran and reported; by the clock that stamped its ack, that was before the send"
    case .answeredUnderForeignAppKey: "the device answered under an AppKey that never sent it"
    case .ackLost: "it reached the device, and its ack is not in the ledger"
    case .reachedDevice: "it reached the device"
    case .orphan: "the device answered, and no send of it is in the ledger"
    case .sendRefused: "the gateway refused it, and the ledger holds no send that the gateway took"
    case .refusedAndSent: "the gateway refused it once and took it once; nothing was heard from the device"
    case .notArrived: "it was reported as not arrived"
    case .notAckEligible:
      "no extension receipt can be expected, and the ledger has nothing else of the device"
    case .notSettledYet: "nothing was heard yet, and receipts may still be on their way"
    case .messageCannotTrigger: "this message most likely does not start the extension, on any device"
    case .buildNeverAcks: "the app build on this device most likely never reports"
    case .replacedByLater: "a later push most likely took its place while the device was out of reach"
    case .unknown: "the ledger does not say what became of it"
    }
  }
}
