import SQLite

/// The messages with cohorts in a window, or with any events in it, in the order of their references.
///
/// Where the window holds much of the ledger, all messages are read out of the file's pages, which takes less than to find
/// and sort these; else, and where only SQLite knows the rows, SQL selects them.
struct WindowMessages {
  private let window: Range<Int64>
  private let hours: ClosedRange<Int64>
  private let withEvents: Bool
  private var pages: TableScan?
  private let selected: Statement?

  init(_ window: Range<Int64>, withEvents: Bool, in reader: LedgerReader) throws {
    self.window = window
    self.withEvents = withEvents
    hours = LedgerReader.hours(of: window)
    if try reader.holdsMuch(hours) {
      pages = try TableScan("message", leading: Column.count, of: reader.database)
      try pages?.seek(.min)
    }
    selected =
      pages == nil
      ? try reader.database.prepare(reader.messages(of: window, withEvents: withEvents)) : nil
  }

  /// Columns of `message`.
  private enum Column {
    static let (ref, firstEvent, lastEvent, first, last, count) = (0, 2, 3, 4, 5, 6)
  }

  /// The next message; it is asked once when there is none any more.
  mutating func next() throws -> PassedMessage? {
    if let selected {
      guard try selected.step() else { return nil }
      return PassedMessage(ref: selected.integer(0), window: window, hasCohorts: selected.integer(1) != 0)
    }
    while let message = try nextOnPages() {
      if message.isWanted { return message.message }
    }
    return nil
  }

  private mutating func nextOnPages() throws -> (message: PassedMessage, isWanted: Bool)? {
    guard let pages, pages.hasRow else { return nil }
    let hasCohorts = overlaps(pages.cell(Column.first), pages.cell(Column.last))
    let hasEvents = overlaps(pages.cell(Column.firstEvent), pages.cell(Column.lastEvent))
    let message = PassedMessage(ref: pages.cell(Column.ref), window: window, hasCohorts: hasCohorts)
    try self.pages?.advance()
    return (message, hasEvents && (withEvents || hasCohorts))
  }

  private func overlaps(_ first: Int64, _ last: Int64) -> Bool {
    first != RowBatch.null && first <= hours.upperBound && last >= hours.lowerBound
  }
}
