import SQLite

extension LedgerReader {
  /// Bounds the memory in which pages of the store are kept.
  package func limitCache(to bytes: Int) throws {
    // SQLite counts KiB when the number is negative.
    try database.execute("PRAGMA cache_size = -\(max(1, bytes >> 10))")
  }
}
