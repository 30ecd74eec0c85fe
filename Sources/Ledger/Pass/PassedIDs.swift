import SQLite

/// The ids of messages that a pass has met; quick in the order of their references.
struct PassedIDs {
  private var pages: MessageIDs?
  private let selected: Statement

  init(in database: Database) throws {
    pages = try MessageIDs(in: database)
    selected = try database.prepare("SELECT message_id FROM message WHERE ref = ?1")
  }

  mutating func id(of message: Int64) throws -> String {
    if let id = try pages?.id(of: message) { return String(decoding: id, as: UTF8.self) }
    selected.bind(message, at: 1)
    defer { selected.reset() }
    guard try selected.step() else { throw LedgerError.inconsistent("there is a delivery of no message") }
    return selected.text(0)
  }
}
