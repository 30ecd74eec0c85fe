import SQLite

/// The rows of the index by which a window finds its messages (`MessageFilter`), on their way into its order.
///
/// Memory: some two megabytes. What is more goes into a temporary file, as sorted runs.
struct MessageHours: Sendable {
  private let folder: String
  private var spill: SpillFile?
  private var rows: [MessageHoursRow] = []
  private var runs: [PlainRun<MessageHoursRow>] = []

  private static let runBytes = 2 << 20

  /// - Parameter folder: where there is room for a temporary file.
  init(folder: String) { self.folder = folder }

  /// Adds a message.
  ///
  /// - Parameter events: the hours of its first and last event; `nil` when it has none.
  /// - Throws: `SQLiteError`.
  mutating func add(_ message: Int64, events: ClosedRange<Int64>?) throws {
    rows.append(MessageHoursRow(message, events))
    guard rows.count * MemoryLayout<MessageHoursRow>.stride >= Self.runBytes else { return }
    let spill = try self.spill ?? SpillFile(folder: folder)
    self.spill = spill
    rows.sort()
    runs.append(try PlainRun(rows, movedTo: spill))
    rows.removeAll(keepingCapacity: true)
  }

  /// Builds the pages of the index of all messages.
  ///
  /// - Parameter parts: all of them, in parts.
  /// - Throws: `SQLiteError`, `TableBuildError`, and what `beforeEachBatch` throws.
  static func indexPages(
    _ parts: [MessageHours], in build: TableBuild, beforeEachBatch: () throws -> Void
  ) throws -> LeafPages {
    var pages = try build.segment(of: "message_by_hour")
    let batch = RowBatch(columns: ["", "first_event_hour", "last_event_hour", "ref"])
    var runs = parts.flatMap { $0.runs + [PlainRun($0.rows.sorted())] }
    try runs.merge(runBytes) { row in
      batch.append(row.cells.span)
      guard batch.rowCount >= DeliverySegments.batchRows else { return }
      try beforeEachBatch()
      try pages.append(batch)
      batch.removeAll()
    }
    try pages.append(batch)
    return try pages.finish()
  }
}

/// A row of the index.
private struct MessageHoursRow: Comparable, BitwiseCopyable {
  /// The class of the length and the hours, in the order of the index: an hour with its highest bit set, and zeros for one
  /// that there is not.
  private let hours: UInt64
  private let message: Int64

  private static let hourBits: UInt64 = 28
  private static let isThere: UInt64 = 1 << (hourBits - 1)

  init(_ message: Int64, _ events: ClosedRange<Int64>?) {
    self.message = message
    let length = UInt64(MessageFilter.lengthClass(of: events)) << (2 * Self.hourBits)
    hours =
      events.map { events in
        let (first, last) = (UInt64(events.lowerBound), UInt64(events.upperBound))
        return length | (Self.isThere | first) << Self.hourBits | Self.isThere | last
      } ?? length
  }

  var cells: InlineArray<4, Int64> {
    [Int64(hours >> (2 * Self.hourBits)), Self.hour(hours >> Self.hourBits), Self.hour(hours), message]
  }

  private static func hour(_ bits: UInt64) -> Int64 {
    bits & isThere == 0 ? RowBatch.null : Int64(bits & (isThere - 1))
  }

  @inline(__always)
  static func < (left: MessageHoursRow, right: MessageHoursRow) -> Bool {
    left.hours == right.hours ? left.message < right.message : left.hours < right.hours
  }
}
