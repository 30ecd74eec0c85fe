package import Prose

/// A rate that reports show, defined once: the printed dictionary, the CSV columns and the footnotes all come from here.
package enum Metric: String, CaseIterable, Sendable {
  case sendSuccessRate = "send_success_rate"
  case ackRate = "ack_rate"
  case confirmedRate = "confirmed_rate"
  case openRateSent = "open_rate_sent"
  case openRateConfirmed = "open_rate_confirmed"
  case ackCoverage = "ack_coverage"

  /// What people call it.
  package var title: Phrase {
    switch self {
    case .sendSuccessRate: "Send success"
    case .ackRate: "Extension acks"
    case .confirmedRate: "Delivery (confirmed)"
    case .openRateSent: "Opens of sent"
    case .openRateConfirmed: "Opens of confirmed"
    case .ackCoverage: "Ack coverage"
    }
  }

  package var numerator: Phrase {
    switch self {
    case .sendSuccessRate: "sent"
    case .ackRate: "ack-eligible sent deliveries with an ext_ack"
    case .confirmedRate: "sent and confirmed, on measurable channels"
    case .openRateSent: "sent and opened"
    case .openRateConfirmed: "sent and opened"
    case .ackCoverage: "ack-eligible, opened and acked"
    }
  }

  package var denominator: Phrase {
    switch self {
    case .sendSuccessRate: "sent + send_failed (and never sent)"
    case .ackRate: "ack-eligible sent deliveries"
    case .confirmedRate: "sent, on measurable channels"
    case .openRateSent: "sent"
    case .openRateConfirmed: "sent and confirmed"
    case .ackCoverage: "ack-eligible and opened"
    }
  }

  /// Both parts in one line: `sent / (sent + send_failed (and never sent))`.
  package var definition: String {
    let whole = denominator.plain()
    return "\(numerator.plain()) / \(whole.contains("+") ? "(\(whole))" : whole)"
  }

  /// What the rate can and cannot say, in one sentence.
  package var meaning: Phrase {
    switch self {
    case .sendSuccessRate: "the share the gateways took; says nothing about arrival"
    case .ackRate:
      "the share whose notification service extension ran and reported; low also when receipts get lost"
    case .confirmedRate:
      "a provable floor of what reached devices; empty on fcm and gcm, which report no arrival by themselves"
    case .openRateSent: "the share of all sent pushes that were tapped"
    case .openRateConfirmed: "the share of pushes known to have arrived that were tapped"
    case .ackCoverage: "how many of the pushes that surely arrived were acked: below 1, acks are lost"
    }
  }

  /// The rate of some counters; its value is `nil` when there is nothing to divide by.
  package func rate(_ counts: Counts) -> Rate {
    switch self {
    case .sendSuccessRate: Rate(counts[.sent], of: counts[.sent] + counts[.sendFailed])
    case .ackRate: Rate(counts[.eligibleAcked], of: counts[.ackEligible])
    case .confirmedRate: Rate(counts[.measurableConfirmed], of: counts[.measurable])
    case .openRateSent: Rate(counts[.opened], of: counts[.sent])
    case .openRateConfirmed: Rate(counts[.opened], of: counts[.confirmed])
    case .ackCoverage: Rate(counts[.eligibleOpened] - counts[.openedUnacked], of: counts[.eligibleOpened])
    }
  }
}
