import SQLite

extension LedgerReader {
  /// The message ids that stand before and behind an id in the order of their bytes, at most 100.
  ///
  /// A slip in the last digits leads to one of them.
  package func messages(near id: String) throws -> [String] {
    try ["message_id < ?1 ORDER BY message_id DESC", "message_id >= ?1 ORDER BY message_id"].flatMap { side in
      let rows = try database.prepare("SELECT message_id FROM message WHERE \(side) LIMIT 50")
      rows.bind(id, at: 1)
      var ids: [String] = []
      while try rows.step() { ids.append(rows.text(0)) }
      return ids
    }
  }
}
