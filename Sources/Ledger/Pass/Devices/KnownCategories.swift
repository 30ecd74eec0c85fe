import Assets
import ReceiptModel
import SQLite

/// What kinds of trouble the reasons of failures tell of, by the program's own table; looked up as they are met.
struct KnownCategories {
  private let reasons: Statement
  private let channels: [Int64: String]
  private var known = ReferenceMemo<(channel: Int64, category: FailureReasons.Category?)>()

  init(in database: Database) throws {
    reasons = try database.prepare("SELECT code, text FROM reason WHERE ref = ?1")
    var channels: [Int64: String] = [:]
    let rows = try database.prepare("SELECT ref, name FROM channel")
    while try rows.step() { channels[rows.integer(0)] = rows.text(1) }
    self.channels = channels
  }

  /// - Returns: `nil` for a reason that nobody explained, and for none.
  mutating func of(_ reason: Int64, channel: Int64) throws -> FailureReasons.Category? {
    guard reason != 0 else { return nil }
    if let known = known[reason], known.channel == channel { return known.category }
    reasons.bind(reason, at: 1)
    defer { reasons.reset() }
    guard try reasons.step() else { throw LedgerError.inconsistent("there is no reason \(reason)") }
    let entry = FailureReasons.builtIn.entry(
      channel: channels[channel] ?? "", code: reasons.text(0), text: reasons.text(1))
    known.set((channel, entry?.category), for: reason)
    return entry?.category
  }
}
