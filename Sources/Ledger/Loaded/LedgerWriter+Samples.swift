import SQLite

extension LedgerWriter {
  /// Removes samples of flagged deliveries; the sums they are of are about nobody in particular, and stay.
  ///
  /// - Parameter moment: milliseconds UTC.
  func removeSamples(before moment: Int64) throws {
    try database.execute("DELETE FROM flag_sample WHERE at_ms < \(moment)")
  }
}
