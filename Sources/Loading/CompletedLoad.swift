package import Ledger
package import ReceiptModel

/// Sums of an engine that are in the ledger now.
package struct CompletedLoad {
  private let sums: LoadedSums
  let days: [DaySpan]
  let outcome: LoadOutcome
  /// When receipts of the last pushes had come in, milliseconds UTC.
  let settledAt: Int64

  package init(_ sums: LoadedSums, days: [DaySpan], outcome: LoadOutcome, settings: LedgerSettings) {
    self.sums = sums
    self.days = days
    self.outcome = outcome
    settledAt = sums.manifest.scope.upperBound + settings.settle
  }

  var manifest: LoadedManifest { sums.manifest }

  /// The newest event that was read, where receipts of these days may have come after it.
  var cutAt: Instant? {
    manifest.newest.flatMap { $0 < settledAt ? Instant(milliseconds: $0) : nil }
  }

  /// Refused lines by the name of the reason.
  var reasons: [(name: String, lines: Int64)] {
    (sums.rows[.rejectedReason] ?? []).compactMap { row in
      guard case .text(let name) = row[0], case .integer(let lines) = row[1] else { return nil }
      return (name, lines)
    }
  }
}
