import ReceiptModel
import SQLite

/// What was pruned stays away: lines from before that moment are refused, whichever file they come in.
extension LedgerReader {
  /// From when on events are taken in, in milliseconds UTC; `nil` when nothing was pruned.
  package func watermark() throws -> Int64? {
    try database.integer("SELECT value FROM setting WHERE name = '\(Self.watermarkName)'")
  }

  static let watermarkName = "pruned_before"
}
