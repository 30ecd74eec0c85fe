import ReceiptModel
import SQLite

/// What the view `messages` says of one message under one AppKey.
struct MessageTotals {
  let app: Int64
  /// Deliveries that have something in a cell of their row.
  private var filled = InlineArray<20, Int64>(repeating: 0)
  /// Events beyond the first of a kind that are counted one by one, by the slot of the kind.
  private var repeated = InlineArray<12, Int64>(repeating: 0)
  private(set) var firstSent: Int64?
  private(set) var lastSent: Int64?
  /// Of the smallest job key; `nil` where no delivery has one.
  private(set) var job: [UInt8]?
  /// Most often it is that of the delivery before.
  private var context: Int64 = -1

  init(app: Int64) { self.app = app }

  func count(of kind: EventKind) -> Int64 {
    repeated[kind.slot] + (kind == .other ? 0 : filled[DeliveryRow.column(of: kind)])
  }

  mutating func add(_ row: Span<Int64>, _ jobs: inout ReferencedTexts) throws {
    // All cells, also those of no kind: that is quicker than to choose.
    for cell in filled.indices { filled[cell] &+= row[cell] == RowBatch.null ? 0 : 1 }
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
    if isCounted { repeated[kind.slot] += 1 }
    if kind == .sent { lastSent = max(lastSent ?? time, time) }
  }
}
