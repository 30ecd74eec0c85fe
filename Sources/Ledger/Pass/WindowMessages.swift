import SQLite

/// The messages with cohorts in a window, or with any events in it, in the order of their references.
///
/// Where the window holds much of the ledger, all messages are read out of the file's pages, which takes less than to find
/// and sort these; else, and where only SQLite knows the rows, SQL selects them.
struct WindowMessages {
  private let window: Range<Int64>
  private var paged: PagedMessages?
  private let selected: Statement?

  init(_ window: Range<Int64>, withEvents: Bool, in reader: LedgerReader) throws {
    self.window = window
    let hours = LedgerReader.hours(of: window)
    if try reader.holdsMuch(hours) {
      paged = try PagedMessages(of: hours, withEvents: withEvents, in: reader.database)
    }
    selected =
      paged == nil
      ? try reader.database.prepare(reader.messages(of: window, withEvents: withEvents)) : nil
  }

  /// The next message; it is asked once when there is none any more.
  mutating func next() throws -> PassedMessage? {
    if let selected {
      guard try selected.step() else { return nil }
      return PassedMessage(ref: selected.integer(0), window: window, hasCohorts: selected.integer(1) != 0)
    }
    guard let (ref, hasCohorts) = try paged?.next() else { return nil }
    return PassedMessage(ref: ref, window: window, hasCohorts: hasCohorts)
  }
}

/// The messages of some hours, of all that are read.
private struct PagedMessages {
  private var pages: TableScan
  private let hours: ClosedRange<Int64>
  private let withEvents: Bool

  /// - Returns: `nil` where only SQLite knows the rows.
  init?(of hours: ClosedRange<Int64>, withEvents: Bool, in database: Database) throws {
    guard var pages = try TableScan("message", leading: Column.count, of: database) else { return nil }
    try pages.seek(.min)
    (self.pages, self.hours, self.withEvents) = (pages, hours, withEvents)
  }

  /// Columns of `message`.
  private enum Column {
    static let (ref, firstEvent, lastEvent, first, last, count) = (0, 2, 3, 4, 5, 6)
  }

  mutating func next() throws -> (ref: Int64, hasCohorts: Bool)? {
    while pages.hasRow {
      let ref = pages.cell(Column.ref)
      let hasEvents = overlaps(Column.firstEvent, Column.lastEvent)
      let hasCohorts = overlaps(Column.first, Column.last)
      try pages.advance()
      if hasEvents, withEvents || hasCohorts { return (ref, hasCohorts) }
    }
    return nil
  }

  private func overlaps(_ first: Int, _ last: Int) -> Bool {
    let start = pages.cell(first)
    return start != RowBatch.null && start <= hours.upperBound && pages.cell(last) >= hours.lowerBound
  }
}
