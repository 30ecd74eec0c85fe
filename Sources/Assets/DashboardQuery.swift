/// A question for a snapshot, which Datasette offers to its users: a file of `dashboards/`, compiled into the program.
///
/// The raw value is the name in the address, and the file's name without `.sql`.
package enum DashboardQuery: String, CaseIterable, Sendable {
  /// Shares taken, acked, confirmed and opened, by day.
  case deliveryByDay = "delivery-by-day"
  /// The hours in which most pushes were not confirmed.
  case deliveryByHour = "delivery-by-hour"
  /// Messages that most devices never confirmed.
  case sentNeverConfirmed = "sent-never-confirmed"
  /// Pushes that were answered under another AppKey than the one that sent them.
  case mismatchedAppKeys = "mismatched-app-keys"
  /// Why sends and arrivals fail.
  case failuresByReason = "failures-by-reason"
  /// Builds whose opened pushes lack acks.
  case buildsThatLoseAcks = "builds-that-lose-acks"
  /// How long after the send acks come.
  case ackTimes = "ack-times"

  /// The file: comments that explain it, and one SELECT.
  package var text: String { AssetFiles.text(of: "dashboards/\(rawValue).sql") }

  /// The SELECT without the comments before it.
  package var statement: String {
    text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("--") }
      .joined(separator: "\n")
  }
}
