import SQLite

/// Whether a row has the text that a condition names; each reference is looked up once.
struct TextTest {
  /// A condition on a text, which no other text equals.
  struct Condition: Sendable, Equatable {
    /// Of `deliveries`.
    let column: Int
    let text: [UInt8]
  }

  private let cell: Int
  private let wanted: [UInt8]
  private var texts: ReferencedTexts
  private var known = ReferenceMemo<Bool>()

  /// - Throws: `SQLiteError`.
  init?(_ condition: Condition, in database: Database) throws {
    guard case .text(let text) = DeliveryColumn.all[condition.column] else { return nil }
    (cell, wanted) = (text.cell, condition.text)
    texts = try ReferencedTexts(text, in: database)
  }

  /// - Parameter row: as `delivery` has it.
  mutating func isMet(by row: Span<Int64>) throws -> Bool {
    let reference = row[cell]
    if reference == RowBatch.null { return false }
    if let known = known[reference] { return known }
    let isEqual = try texts.bytes(of: reference) == wanted
    known.set(isEqual, for: reference)
    return isEqual
  }
}
