import SQLite

/// Reads the rows of `deliveries` that a plan wants: in the order of the store, or those of a message by AppKey.
struct DeliveryScan: MessageReader {
  private var scan: TableScan
  private var picking: Picking
  /// The messages whose rows are read in one go, and whether there are no more of them.
  private var messages: ClosedRange<Int64> = 0...0
  private var isRead = true
  /// Those whose turn comes behind them.
  private var rest = MessageChunk.these([])
  private let takesTurns: Bool
  private let database: Database
  /// Rows of a block: few of the first, since some questions want no more.
  private var most = fewest

  private static let fewest = 64
  /// Cells of a block.
  private static let mostCells = 1 << 17
  /// Rows to look at for a block, wanted or not, since whoever waits for it does not look at the time.
  private static let mostRows = 1 << 16

  /// - Parameter takesTurns: whether rows of a message are to stand together by AppKey, which the store has by device.
  /// - Throws: `SQLiteError`.
  init(_ layout: DeliveryLayout, takesTurns: Bool, in database: Database) throws {
    guard
      let scan = try TableScan(
        "delivery", leading: DeliveryReading.leadingCells(layout.columns), of: database)
    else { throw LedgerError.inconsistent("the ledger cannot be read by pages") }
    self.scan = scan
    (self.takesTurns, self.database) = (takesTurns, database)
    picking = Picking(layout, try DeliveryReading(layout.columns, in: database))
  }

  mutating func begin(_ messages: MessageChunk, _ filter: DeliveryFilter) throws {
    (rest, isRead) = (messages, true)
    try picking.begin(filter, in: database)
  }

  mutating func next() throws -> (block: DeliveryBlock, isLast: Bool) {
    picking.beginBlock(most, looks: Self.mostRows)
    most = min(most * 4, max(Self.fewest, Self.mostCells / picking.layout.width))
    while true {
      if isRead, try !goOn() { return (picking.takeBlock(), true) }
      isRead = try Self.take(&scan, messages, &picking)
      if !isRead { return (picking.takeBlock(), false) }
    }
  }

  /// - Returns: whether it has all of them.
  private static func take(
    _ scan: inout TableScan, _ messages: ClosedRange<Int64>, _ picking: inout Picking
  ) throws -> Bool {
    try scan.takeRows(through: messages.upperBound) { row, bytes, number in
      try picking.take(row, bytes, number)
    }
  }

  /// Goes to messages that were not read, or once more to the last one, if it is another AppKey's turn.
  private mutating func goOn() throws -> Bool {
    if picking.turns?.goOn() == true {
      try scan.seek(messages.lowerBound)
    } else {
      guard let next = try goToNext() else { return false }
      messages = next
      if takesTurns { picking.turns = AppTurns() }
    }
    picking.beginMessages()
    return true
  }

  /// Goes to the messages that come next, as many as can be read in one go, and takes them off the rest.
  private mutating func goToNext() throws -> ClosedRange<Int64>? {
    switch rest {
    case .these(var references):
      guard let message = references.popFirst() else { return nil }
      rest = .these(references)
      try scan.seek(message)
      return message...message
    case .within(let all):
      rest = .these([])
      try scan.seek(all.lowerBound)
      guard takesTurns else { return all }
      guard scan.hasRow, scan.cell(DeliveryRow.message) <= all.upperBound else { return nil }
      let message = scan.cell(DeliveryRow.message)
      if message < all.upperBound { rest = .within(message + 1...all.upperBound) }
      return message...message
    }
  }
}

/// Makes a block of rows.
private struct Picking {
  let layout: DeliveryLayout
  private var reading: DeliveryReading
  private var filter = DeliveryFilter()
  private var texts: [TextTest] = []
  /// `nil` where the order of the store will do.
  var turns: AppTurns?
  private var block = DeliveryBlock()
  /// Rows for which there is room, and that may be looked at.
  private var (room, looks) = (0, 0)

  /// Rows for which a block has room from the beginning.
  private static let usual = 256

  init(_ layout: DeliveryLayout, _ reading: DeliveryReading) {
    (self.layout, self.reading) = (layout, reading)
  }

  mutating func begin(_ filter: DeliveryFilter, in database: Database) throws {
    if filter.texts != self.filter.texts {
      texts = try filter.texts.compactMap { try TextTest($0, in: database) }
    }
    self.filter = filter
    turns = nil
  }

  /// Begins with any messages.
  mutating func beginMessages() { reading.begin() }

  mutating func beginBlock(_ room: Int, looks: Int) {
    block = DeliveryBlock()
    // Not for all: a question may begin anew for each row of another relation.
    block.cells.reserveCapacity(min(room, Self.usual) * layout.width)
    (self.room, self.looks) = (room, looks)
  }

  @inline(__always)
  private mutating func hasTexts(_ row: Span<Int64>) throws -> Bool {
    for place in texts.indices where try !texts[place].isMet(by: row) { return false }
    return true
  }

  mutating func takeBlock() -> DeliveryBlock {
    defer { block = DeliveryBlock() }
    return block
  }

  /// - Returns: whether there was room for the row.
  mutating func take(_ row: Span<Int64>, _ bytes: Span<UInt8>, _ number: Int64) throws -> Bool {
    guard room > 0, looks > 0 else { return false }
    looks -= 1
    reading.beginRow()
    guard try filter.wants(row, bytes, &reading), try hasTexts(row) else { return true }
    if turns?.isTurn(of: row[DeliveryRow.app]) == false { return true }
    room -= 1
    block.cells.append(
      layout.isGrouped ? Int64(try layout.group { try reading.cell($0, of: row, bytes) }) : number)
    for place in layout.others.indices {
      let column = layout.others[place]
      let cell = try reading.cell(column, of: row, bytes)
      block.cells.append(reading.isDevice(column) ? block.add(cell, from: bytes) : cell)
    }
    return true
  }
}

/// The AppKeys of a message, in the order in which they were met: whose rows are given, one AppKey after another.
private struct AppTurns {
  private var apps: [Int64] = []
  private var turn = 0

  mutating func isTurn(of app: Int64) -> Bool {
    if let place = apps.firstIndex(of: app) { return place == turn }
    apps.append(app)
    return turn == apps.count - 1
  }

  /// - Returns: whether another has a turn.
  mutating func goOn() -> Bool {
    turn += 1
    return turn < apps.count
  }
}
