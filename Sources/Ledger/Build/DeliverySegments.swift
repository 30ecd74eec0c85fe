import ReceiptModel
import SQLite

/// Builds the pages of the tables of messages and deliveries for a range of messages; the output of one merging thread.
struct DeliverySegments: ~Copyable {
  private let rows = RowBatch(columns: DeliveryRow.columns)
  private let repeats = RowBatch(columns: OverflowTables.repeatColumns)
  private let late = RowBatch(columns: OverflowTables.lateColumns)
  private let tellers = RowBatch(columns: OverflowTables.tellerColumns)
  private var rowPages: TableSegment
  private var repeatPages: TableSegment
  private var latePages: TableSegment
  private var tellerPages: TableSegment
  private var messages: MessageSegments
  private var changes = MessageChanges()

  /// Rows of a batch that the processor's cache has room for.
  static let batchRows = 4096

  /// Bytes of a page that are kept for rows to grow in.
  ///
  /// Late receipts make rows longer, and without room every page they touch would be split in two.
  private static let spareBytes = 328

  /// - Parameter folder: where there is room for a temporary file.
  init(_ build: TableBuild, _ messages: NamedMessages, _ range: Range<Int64>, folder: String) throws {
    let rowPages = try build.segment(
      of: "delivery", filling: LeafOptions(omitsTrailingNulls: true, spareBytes: Self.spareBytes))
    let repeatPages = try build.segment(of: "repeat")
    let latePages = try build.segment(of: "late_attribute")
    let tellerPages = try build.segment(of: "teller")
    let messages = try MessageSegments(build, messages, range, folder: folder)
    self.rowPages = rowPages
    self.repeatPages = repeatPages
    self.latePages = latePages
    self.tellerPages = tellerPages
    self.messages = messages
  }

  /// Puts the batches that are full into pages, and all of them at the end.
  mutating func flush(isLast: Bool) throws {
    try Self.flush(rows, into: &rowPages, isLast)
    try Self.flush(repeats, into: &repeatPages, isLast)
    try Self.flush(late, into: &latePages, isLast)
    try Self.flush(tellers, into: &tellerPages, isLast)
    try messages.append(changes.take(isLast: isLast))
  }

  /// The finished parts of the tables, and the rows of the index of messages by hours.
  consuming func finish() throws -> (pages: [LeafPages], hours: MessageHours) {
    let (messagePages, hours) = try messages.finish()
    let pages = [
      try rowPages.finish(), try repeatPages.finish(), try latePages.finish(), try tellerPages.finish(),
      messagePages,
    ]
    return (pages, hours)
  }

  private static func flush(_ batch: RowBatch, into pages: inout TableSegment, _ isLast: Bool) throws {
    guard isLast || batch.rowCount >= batchRows else { return }
    try pages.append(batch)
    batch.removeAll()
  }
}

extension DeliverySegments: DeliveryOutput {
  mutating func write(_ delivery: borrowing MergedDelivery, of group: borrowing DeliveryGroup) throws {
    DeliveryRow.append(delivery.state, of: group, app: delivery.app, to: rows)
    guard delivery.state.hasBesides else { return }
    try OverflowTables.append(delivery, of: group, repeats: repeats, late: late, tellers: tellers) {
      try Self.flush(repeats, into: &repeatPages, true)
    }
  }

  mutating func add(_ change: MessageChange, to message: Int64) { changes.add(change, to: message) }
}
