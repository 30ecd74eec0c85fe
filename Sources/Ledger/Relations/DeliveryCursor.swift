import ReceiptModel
import SQLite

/// Hands the rows of `deliveries` to SQLite: as they stand in the store, or those together that a question groups.
final class DeliveryCursor: VirtualCursor {
  private let relation: DeliveryRelation
  private var feed: MessageFeed<DeliveryScan>?
  private var layout = DeliveryLayout(0)
  /// What the feed reads.
  private var together: [Int] = []
  private var grouped: GroupedRows?
  /// By column; `nil` for those that are not wanted or no text.
  private var texts: [ReferencedTexts?] = []
  private var block = DeliveryBlock()
  /// The row that it is at, and the end of the block: places of cells.
  private var start = 0
  private var end = 0
  /// What the rows of the group share.
  private var shared: [SharedValue] = []
  private var count: Int64 = 0

  init(_ relation: DeliveryRelation) { self.relation = relation }

  func begin(_ plan: VirtualPlan, _ values: [Cell]) throws {
    grouped = nil
    try relation.access.trusted { database in
      try openFeed(plan, database)
      let selection = try MessageSelection(DeliveryRelation.choice, plan, values, in: database)
      try feed?.begin(selection, DeliveryFilter(plan, values, app: selection.app))
    }
    if layout.isGrouped { try group() }
    try turn()
  }

  private func openFeed(_ plan: VirtualPlan, _ database: Database) throws {
    // The numbers of values may be others by now.
    if feed != nil, layout.columns == plan.columns, together == plan.together, !layout.isGrouped { return }
    let takesTurns = DeliveryRelation.takesTurns(plan.together)
    layout = try relation.layout(plan)
    together = plan.together
    texts = try DeliveryColumn.all.enumerated().map { column, source in
      guard plan.columns & 1 << UInt64(column) != 0, case .text(let text) = source else { return nil }
      return try ReferencedTexts(text, in: database)
    }
    feed = try MessageFeed(of: database, isLarge: relation.isLarge) { [layout] in
      try DeliveryScan(layout, takesTurns: takesTurns, in: $0)
    }
  }

  /// Puts all rows together by the values of some columns.
  private func group() throws {
    var rows = GroupedRows(layout, relation.access, limit: relation.memory)
    while let block = try feed?.next() {
      try relation.access.checkTime()
      try rows.add(block)
    }
    try rows.finish()
    grouped = rows
  }

  /// Goes to the next block that has rows.
  private func turn() throws {
    repeat {
      try relation.access.checkTime()
      guard let next = try layout.isGrouped ? grouped?.next() : feed?.next() else {
        block = DeliveryBlock()
        (start, end) = (0, 0)
        return
      }
      block = next
    } while block.cells.isEmpty
    (start, end) = (0, block.cells.count)
    if layout.isGrouped { try readShared() }
  }

  var isAtEnd: Bool { start == end }

  func advance() throws {
    start += layout.width
    count += 1
    if start == end { try turn() }
  }

  var rowNumber: Int64 { layout.isGrouped ? count : block.cells[start] }

  /// Looks up once what is the same in all rows of a group.
  private func readShared() throws {
    shared = try layout.shared(by: Int(block.cells[0])).map { column, cell in
      if cell == RowBatch.null { return .null }
      guard texts[column] != nil else { return .integer(cell) }
      return try texts[column]?.bytes(of: cell).map(SharedValue.text) ?? .null
    }
  }

  private enum SharedValue {
    case null, integer(Int64), text([UInt8])
  }

  func give(_ column: Int, to result: VirtualResult) throws {
    let offset = layout.offset(of: column)
    guard offset < 0 else { return try give(block.cells[start + offset], of: column, to: result) }
    switch shared[shared.count + offset] {
    case .null: result.null()
    case .integer(let number): result.integer(number)
    case .text(let bytes): result.text(bytes.span)
    }
  }

  @inline(__always)
  private func give(_ cell: Int64, of column: Int, to result: VirtualResult) throws {
    if cell == RowBatch.null {
      result.null()
    } else if layout.hasText(column) {
      try texts[column]?.give(cell, to: result)
    } else if column == DeliveryRelation.deviceID {
      give(block.device(cell), to: result)
    } else {
      result.integer(cell)
    }
  }

  private func give(_ device: StoredDevice, to result: VirtualResult) {
    switch device {
    case .text(let bytes): result.text(bytes.span)
    case .packed(let high, let low):
      let digits = StoredDevice.digits(high, low)
      result.text(digits.span)
    }
  }
}
