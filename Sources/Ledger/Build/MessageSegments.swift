import SQLite

/// Builds the pages of the table of messages for a range of them, those without deliveries, too, and gathers what its index
/// by hours will hold.
struct MessageSegments: ~Copyable {
  private let rows = RowBatch(columns: ["ref", "message_id"] + MessageChange.columns)
  private var pages: TableSegment
  private var names: NameReader
  private let end: Int64
  private var hours: MessageHours

  /// - Parameters:
  ///   - range: of references; it may reach beyond the last message.
  ///   - folder: where there is room for a temporary file.
  init(_ build: TableBuild, _ messages: NamedMessages, _ range: Range<Int64>, folder: String) throws {
    let names = try NameReader(messages, from: range.lowerBound)
    let pages = try build.segment(of: "message")
    self.names = names
    self.pages = pages
    end = range.upperBound
    hours = MessageHours(folder: folder)
  }

  /// Adds messages with what was merged of them, and all between them of which nothing was.
  ///
  /// - Parameter changes: of messages behind all before, in their order.
  mutating func append(_ changes: [(message: Int64, change: MessageChange)]) throws {
    for (message, change) in changes {
      try append(below: message)
      guard names.message == message else {
        throw LedgerError.inconsistent("there is a delivery of no message")
      }
      try append(message, change)
    }
  }

  /// The finished part of the table, and the rows of the index.
  consuming func finish() throws -> (pages: LeafPages, hours: MessageHours) {
    try append(below: end)
    try pages.append(rows)
    let hours = hours
    return (try pages.finish(), hours)
  }

  private mutating func append(below limit: Int64) throws {
    while let message = names.message, message < limit { try append(message, MessageChange()) }
  }

  /// Adds the message at hand.
  private mutating func append(_ message: Int64, _ change: MessageChange) throws {
    let (name, rest) = (rows.text(names.name), change.cells)
    let cells = InlineArray<7, Int64> { $0 == 0 ? message : $0 == 1 ? name : rest[$0 - 2] }
    rows.append(cells.span)
    try hours.add(message, events: change.hasEvents ? rest[0]...rest[1] : nil)
    try names.advance()
    guard rows.rowCount >= DeliverySegments.batchRows else { return }
    try pages.append(rows)
    rows.removeAll()
  }
}
