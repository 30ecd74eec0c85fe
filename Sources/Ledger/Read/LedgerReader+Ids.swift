import SQLite

extension LedgerReader {
  /// Whether a push was sent for a job.
  package func holds(jobKey: String) throws -> Bool {
    guard !jobKey.isEmpty else { return false }
    let find = try database.prepare("SELECT 1 FROM context WHERE job_key = ?1 LIMIT 1")
    find.bind(jobKey, at: 1)
    return try find.step()
  }

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
