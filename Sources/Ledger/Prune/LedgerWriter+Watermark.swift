import SQLite

extension LedgerWriter {
  /// Refuses from now on what is before a moment; call in a transaction.
  ///
  /// The moment is never later than everything that was read: whoever empties a ledger by naming a day to come can go
  /// on with the next log.
  func raiseWatermark(to moment: Int64) throws {
    guard let newest = try newestRead() else { return }
    let raise = try database.prepare(
      """
      INSERT INTO setting(name, value) VALUES ('\(Self.watermarkName)', ?1)
      ON CONFLICT(name) DO UPDATE SET value = excluded.value WHERE excluded.value > value
      """)
    raise.bind(min(moment, newest + 1), at: 1)
    try raise.run()
  }

  /// Lets lines of any time in again.
  ///
  /// - Returns: from when on they were taken in until now; `nil` when all were.
  package func liftWatermark() throws -> Int64? {
    try database.transaction {
      let former = try watermark()
      try database.execute("DELETE FROM setting WHERE name = '\(Self.watermarkName)'")
      return former
    }
  }
}
