import ReceiptModel
import SQLite

/// Adds up what `messages` says of some messages.
struct MessageReading: MessageReader {
  private var deliveries: TableScan
  private var sums: MessageSumming
  private var messages = MessageChunk.these([])
  /// The only AppKey that is wanted; `nil` for all.
  private var app: Int64?

  /// - Throws: `SQLiteError`.
  init(in database: Database) throws {
    guard let deliveries = try TableScan("delivery", of: database),
      let repeats = try TableScan("repeat", of: database)
    else { throw LedgerError.inconsistent("the ledger cannot be read by pages") }
    self.deliveries = deliveries
    sums = MessageSumming(
      repeats: repeats, jobs: try ReferencedTexts(ReferencedText("job_key"), in: database))
  }

  mutating func begin(_ messages: MessageChunk, _ app: Int64?) {
    (self.messages, self.app) = (messages, app)
  }

  /// Those of all the messages, in their order and that of AppKeys.
  mutating func next() throws -> (block: [MessageTotals], isLast: Bool) {
    switch messages {
    case .within(let all): try Self.add(&deliveries, of: all, to: &sums)
    case .these(let references):
      for message in references { try Self.add(&deliveries, of: message...message, to: &sums) }
    }
    let totals = sums.takeTotals()
    return (app == nil ? totals : totals.filter { $0.app == app }, true)
  }

  private static func add(
    _ deliveries: inout TableScan, of messages: ClosedRange<Int64>, to sums: inout MessageSumming
  ) throws {
    try sums.begin(messages.lowerBound)
    try deliveries.forEachRow(in: messages) { row, _ in try sums.add(row) }
    try sums.end()
  }
}

/// Deliveries and repeats on their way into totals.
private struct MessageSumming {
  private var repeats: TableScan
  private var jobs: ReferencedTexts
  private var totals: [MessageTotals] = []
  /// Of the message that is read: by AppKey.
  private var sums: [DeliverySum] = []
  private var message = Int64.min
  /// Those that were weighed last: many deliveries of a message share few contexts.
  private var weighed = [ContextUse](repeating: ContextUse(), count: weighedCount)

  init(repeats: TableScan, jobs: ReferencedTexts) { (self.repeats, self.jobs) = (repeats, jobs) }

  /// Begins with a message, or one that comes behind it.
  mutating func begin(_ message: Int64) throws {
    // It may have been read before.
    for place in weighed.indices { weighed[place] = ContextUse() }
    try repeats.seek(message)
  }

  mutating func takeTotals() -> [MessageTotals] {
    defer { totals = [] }
    return totals
  }

  /// Adds a delivery; their messages come in order.
  mutating func add(_ row: Span<Int64>) throws {
    if row[DeliveryRow.message] != message || sums.isEmpty {
      try end()
      message = row[DeliveryRow.message]
    }
    let app = row[DeliveryRow.app]
    var place = 0
    while place < sums.count, sums[place].app != app { place += 1 }
    if place == sums.count { sums.append(DeliverySum(app: app)) }
    sums[place].add(row)
    let use = ContextUse(message: message, app: app, context: row[DeliveryRow.context])
    let slot = Int(truncatingIfNeeded: use.context) & (Self.weighedCount - 1)
    guard weighed[slot] != use else { return }
    weighed[slot] = use
    sums[place].context = try smaller(of: sums[place].context, use.context)
  }

  /// That a delivery of a message has a context.
  private struct ContextUse: Equatable {
    var message = Int64.min
    var app: Int64 = 0
    var context: Int64 = 0
  }

  private static let weighedCount = 64

  /// The context with the smaller job key.
  private mutating func smaller(of known: Int64?, _ other: Int64) throws -> Int64? {
    guard let job = try jobs.bytes(of: other) else { return known }
    guard let known, let smallest = try jobs.bytes(of: known) else { return other }
    return job.lexicographicallyPrecedes(smallest) ? other : known
  }

  /// Ends the message that is read.
  mutating func end() throws {
    guard !sums.isEmpty else { return }
    if sums.count > 1 { sums.sort { $0.app < $1.app } }
    let first = totals.count
    for sum in sums { totals.append(sum.totals(of: message)) }
    sums.removeAll(keepingCapacity: true)
    try addRepeats(from: first)
  }

  /// Adds the events beyond the first of a kind: a device has one other, and each event counts where there is no device.
  private mutating func addRepeats(from first: Int) throws {
    while repeats.hasRow, repeats.cell(0) < message { try repeats.advance() }
    var last: (device: StoredDevice, app: Int64)?
    while repeats.hasRow, repeats.cell(0) == message {
      let (device, app) = (StoredDevice(repeats.cell(1), in: repeats.bytes.span), repeats.cell(2))
      let kind = EventKind(slot: UInt8(truncatingIfNeeded: repeats.cell(3)))
      let isFirstOther = kind == .other && (last.map { $0.device != device || $0.app != app } ?? true)
      if kind == .other { last = (device, app) }
      if let place = totals[first...].firstIndex(where: { $0.app == app }) {
        if device.isEmpty || isFirstOther { totals[place].add(1, of: kind) }
        if kind == .sent { totals[place].add(lastSend: repeats.cell(4)) }
      }
      try repeats.advance()
    }
  }
}

/// The deliveries of a message under an AppKey, added up as their rows stand.
private struct DeliverySum {
  let app: Int64
  /// Deliveries that have something in a cell of their row.
  private var filled = InlineArray<20, Int64>(repeating: 0)
  private var firstSent = Int64.max
  private var lastSent = Int64.min
  /// As of `MessageTotals`.
  var context: Int64?

  private static let counted = EventKind.timed.map { (column: DeliveryRow.column(of: $0), kind: $0) }

  init(app: Int64) { self.app = app }

  mutating func add(_ row: Span<Int64>) {
    let null = RowBatch.null
    // All cells, also those of no kind: that is quicker than to choose.
    for cell in filled.indices { filled[cell] &+= row[cell] == null ? 0 : 1 }
    let sent = row[DeliveryRow.column(of: .sent)]
    guard sent != null else { return }
    let time = row[DeliveryRow.base] &+ sent
    firstSent = min(firstSent, time)
    lastSent = max(lastSent, time)
  }

  func totals(of message: Int64) -> MessageTotals {
    var totals = MessageTotals(message: message, app: app)
    for (column, kind) in Self.counted { totals.add(filled[column], of: kind) }
    if firstSent <= lastSent { totals.addSends(from: firstSent, through: lastSent) }
    totals.context = context
    return totals
  }
}
