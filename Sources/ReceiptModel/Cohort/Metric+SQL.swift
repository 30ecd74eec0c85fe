extension Metric {
  /// The numerator in terms of columns with the names of counters; sums of it give the rate of several rows.
  package var numeratorSQL: String {
    switch self {
    case .sendSuccessRate: "sent"
    case .ackRate: "eligible_acked"
    case .confirmedRate: "measurable_confirmed"
    case .openRateSent, .openRateConfirmed: "opened"
    case .ackCoverage: "eligible_opened - opened_unacked"
    }
  }

  package var denominatorSQL: String {
    switch self {
    case .sendSuccessRate: "sent + send_failed"
    case .ackRate: "ack_eligible"
    case .confirmedRate: "measurable"
    case .openRateSent: "sent"
    case .openRateConfirmed: "confirmed"
    case .ackCoverage: "eligible_opened"
    }
  }
}
