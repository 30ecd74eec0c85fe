/// A counter of a cohort cell; a delivery adds 0 or 1 to each.
///
/// Every counter but `deliveries` and `sendFailed` is over deliveries that have a `sent` event. The raw values are the
/// order of the rollups' columns: only append.
package enum Count: Int, CaseIterable, Sendable {
  case deliveries, accepted, sent, sendFailed, arrived, arriveFailed, ackEligible, acked, eligibleAcked
  case displayed, opened, dismissed, confirmed, measurable, measurableConfirmed
  case eligibleOpened, openedUnacked, timeoutLate, timeoutLost, timeoutSilent, overBudget, mismatch

  /// The column of the rollup views.
  package var name: String {
    switch self {
    case .deliveries: "deliveries"
    case .accepted: "accepted"
    case .sent: "sent"
    case .sendFailed: "send_failed"
    case .arrived: "arrived"
    case .arriveFailed: "arrive_failed"
    case .ackEligible: "ack_eligible"
    case .acked: "acked"
    case .eligibleAcked: "eligible_acked"
    case .displayed: "displayed"
    case .opened: "opened"
    case .dismissed: "dismissed"
    case .confirmed: "confirmed"
    case .measurable: "measurable"
    case .measurableConfirmed: "measurable_confirmed"
    case .eligibleOpened: "eligible_opened"
    case .openedUnacked: "opened_unacked"
    case .timeoutLate: "timeout_late"
    case .timeoutLost: "timeout_lost"
    case .timeoutSilent: "timeout_silent"
    case .overBudget: "ack_over_budget"
    case .mismatch: "app_key_mismatch"
    }
  }

  /// What is counted, for the printed dictionaries.
  package var definition: String {
    switch self {
    case .deliveries: "deliveries of the cohort: with a sent, else a send_failed, else an accepted event"
    case .accepted: "sent deliveries that the sender's platform also accepted"
    case .sent: "deliveries with a sent event"
    case .sendFailed: "deliveries with a send_failed event and no sent event"
    case .arrived: "sent deliveries with an arrived event, whatever the channel means by it"
    case .arriveFailed: "sent deliveries with an arrive_failed event"
    case .ackEligible:
      "sent deliveries of which an extension receipt can be expected: iOS, or apns, on channels that give such receipts"
    case .acked: "sent deliveries with an ext_ack event"
    case .eligibleAcked: "ack-eligible sent deliveries with an ext_ack event"
    case .displayed: "sent deliveries with a displayed event"
    case .opened: "sent deliveries with an opened event"
    case .dismissed: "sent deliveries with a dismissed event"
    case .confirmed:
      "sent deliveries with evidence from the device: ext_ack, displayed, opened, dismissed, or arrived where that is"
    case .measurable: "sent deliveries on a channel that can give a receipt for a push nobody touches"
    case .measurableConfirmed: "confirmed deliveries on measurable channels"
    case .eligibleOpened: "ack-eligible sent deliveries with an opened event"
    case .openedUnacked: "ack-eligible sent deliveries that were opened and have no ext_ack"
    case .timeoutLate: "ack_timeout deliveries that were acked later"
    case .timeoutLost: "ack_timeout deliveries with other evidence from the device but no ext_ack"
    case .timeoutSilent: "ack_timeout deliveries with no evidence from the device at all"
    case .overBudget: "sent deliveries acked later than the extension SDK's own budget"
    case .mismatch: "sent deliveries that were answered under an AppKey that never sent them"
    }
  }
}

/// One number for each `Count`.
package struct Counts: Sendable {
  private var values = InlineArray<22, Int>(repeating: 0)

  package init() {}

  package subscript(_ count: Count) -> Int {
    get { values[count.rawValue] }
    set { values[count.rawValue] = newValue }
  }

  /// Adds `other` times `factor`; -1 takes it away again.
  package mutating func add(_ other: Counts, times factor: Int = 1) {
    for index in 0..<22 { values[index] += other.values[index] * factor }
  }

  /// Adds `factor` to each counter whose bit, by its raw value, is set.
  package mutating func add(bits set: UInt32, times factor: Int) {
    var bits = set
    while bits != 0 {
      values[bits.trailingZeroBitCount] += factor
      bits &= bits - 1
    }
  }

  package var isZero: Bool { Count.allCases.allSatisfy { self[$0] == 0 } }

  /// `ack_timeout` as a whole.
  package var ackTimeout: Int { self[.timeoutLate] + self[.timeoutLost] + self[.timeoutSilent] }
}
