internal import SQLite

extension LedgerStore {
  /// Calls `body` with each message's AppKey, id, job key and first and last send in milliseconds UTC.
  package func forEachMessage(
    _ body: (
      _ appKey: String, _ messageID: String, _ jobKey: String?, _ firstSent: Int64?, _ lastSent: Int64?
    ) -> Void
  ) throws {
    let rows = try database.prepare(
      "SELECT app_key, message_id, job_key, first_sent_at, last_sent_at FROM messages")
    while try rows.step() {
      body(rows.text(0), rows.text(1), rows.optionalText(2), rows.optionalInteger(3), rows.optionalInteger(4))
    }
  }
}
