import ReceiptModel
import SQLite

/// What the view `messages` says of one message under one AppKey.
struct MessageTotals {
  let app: Int64
  /// By the slot of the kind.
  private(set) var counts = InlineArray<12, Int64>(repeating: 0)
  private(set) var firstSent: Int64?
  private(set) var lastSent: Int64?
  /// Of the smallest job key; `nil` where no delivery has one.
  private(set) var job: [UInt8]?
  /// Most often it is that of the delivery before.
  private var context: Int64 = -1

  /// The slot of each kind, and its cell of a delivery's row.
  private static let cells = EventKind.timed.map { ($0.slot, DeliveryRow.column(of: $0)) }

  init(app: Int64) { self.app = app }

  mutating func add(_ row: Span<Int64>, _ jobs: inout ReferencedTexts) throws {
    for (slot, cell) in Self.cells where row[cell] != RowBatch.null { counts[slot] += 1 }
    let sent = row[DeliveryRow.column(of: .sent)]
    if sent != RowBatch.null { addSend(at: row[DeliveryRow.base] &+ sent) }
    guard row[DeliveryRow.context] != context else { return }
    context = row[DeliveryRow.context]
    guard let job = try jobs.bytes(of: context) else { return }
    if self.job.map({ job.lexicographicallyPrecedes($0) }) ?? true { self.job = job }
  }

  private mutating func addSend(at time: Int64) {
    firstSent = min(firstSent ?? time, time)
    lastSent = max(lastSent ?? time, time)
  }

  /// Adds an event beyond the first of its kind.
  ///
  /// - Parameter isCounted: whether it is one by itself: without a device id, or of a kind without a first one.
  mutating func add(repeated kind: EventKind, at time: Int64, isCounted: Bool) {
    if isCounted { counts[kind.slot] += 1 }
    if kind == .sent { lastSent = max(lastSent ?? time, time) }
  }
}
