import Diagnosis
import Ledger
import ReceiptModel
package import Reporting

extension LedgerView {
  /// The days of the window that was named, with history before them; `nil` when none was named.
  package func namedDays() throws -> ReportScope? {
    guard since != nil || until != nil else { return nil }
    let span = try store.cohortSpan()
    let start = since?.milliseconds ?? span?.lowerBound ?? scope.asOf
    let end = until?.milliseconds ?? span?.upperBound ?? scope.asOf
    return days(of: start..<max(start, end), asOf: scope.asOf)
  }

  /// What is judged: the window that was named, else the last days whose receipts have had time to come in.
  package func judgedDays() throws -> ReportScope { try namedDays() ?? recentDays(asOf: scope.asOf) }

  /// The last 24 hours whose receipts have had time to come in as of a moment, milliseconds UTC, or as many such days as it
  /// takes to judge anything.
  func recentDays(asOf: Int64) throws -> ReportScope {
    let longest = settledDays(JudgedLength.longest, asOf: asOf).headline
    let days = try store.channelCells(longest).reduce(into: [:]) { sums, cell in
      sums[cell.key.day, default: 0] += cell.counts[.deliveries]
    }
    return settledDays(JudgedLength.enough(limits.minimumSends, of: days), asOf: asOf)
  }

  /// - Parameter appKeys: those that are asked for; `nil` for the view's own.
  func settledDays(_ length: Int, asOf: Int64, appKeys: [String]? = nil) -> ReportScope {
    .settledDays(
      length, zone: zone, appKeys: appKeys ?? scope.appKeys, asOf: asOf, settle: scope.settle)
  }

  /// The days of a window as of a moment, all milliseconds UTC.
  func days(of window: Range<Int64>, asOf: Int64) -> ReportScope {
    .window(window, zone: zone, appKeys: scope.appKeys, asOf: asOf, settle: scope.settle)
  }
}
