import SQLite

extension LedgerWriter {
  /// Drops the refused lines of the files that were read from a path; the files' numbers stay.
  ///
  /// - Returns: how many there were; `nil` when there was none.
  package func forgetRejects(ofFilesAt path: String) throws -> Int? {
    try database.transaction {
      let forget = try database.prepare(
        "DELETE FROM reject WHERE file_ref IN (SELECT ref FROM file WHERE path = ?1)")
      forget.bind(path, at: 1)
      try forget.run()
      let forgotten = database.changes
      try database.outdateJudgements()
      return forgotten > 0 ? forgotten : nil
    }
  }
}
