import ReceiptModel
import SQLite

/// Adds up what `messages` says of one message after another.
struct MessageReading {
  private var scan: TableScan
  private var repeats: TableScan
  private var jobs: ReferencedTexts
  private(set) var totals: [MessageTotals] = []

  /// - Throws: `SQLiteError`.
  init(in database: Database) throws {
    let cells = EventKind.timed.map(DeliveryRow.column)
    guard let scan = try TableScan("delivery", leading: (cells.max() ?? 0) + 1, of: database),
      let repeats = try TableScan("repeat", of: database)
    else { throw LedgerError.inconsistent("the ledger cannot be read by pages") }
    (self.scan, self.repeats) = (scan, repeats)
    jobs = try ReferencedTexts(ReferencedText("job_key"), in: database)
  }

  /// Goes to the first message.
  mutating func begin() throws {
    totals = []
    try scan.seek(.min)
  }

  /// The message behind the one that was read last.
  var next: Int64? { scan.hasRow ? scan.cell(DeliveryRow.message) : nil }

  /// Adds up a message, by AppKeys' references; those of several are quick in their order.
  mutating func read(_ message: Int64) throws {
    var totals = MessageTotalsByApp()
    try Self.add(&scan, of: message, &jobs, to: &totals)
    var last: (device: StoredDevice, app: Int64)?
    try repeats.forEachRow(of: message) { row, bytes in
      let (device, app) = (StoredDevice(row[1], in: bytes), row[2])
      let kind = EventKind(slot: UInt8(truncatingIfNeeded: row[3]))
      let isFirstOther = kind == .other && (last.map { $0.device != device || $0.app != app } ?? true)
      if kind == .other { last = (device, app) }
      totals[app].add(repeated: kind, at: row[4], isCounted: device.isEmpty || isFirstOther)
    }
    self.totals = totals.sorted
  }

  private static func add(
    _ scan: inout TableScan, of message: Int64, _ jobs: inout ReferencedTexts,
    to totals: inout MessageTotalsByApp
  ) throws {
    try scan.forEachRow(of: message) { row, _ in try totals[row[DeliveryRow.app]].add(row, &jobs) }
  }
}

/// What is added up of one message, by AppKeys' references.
private struct MessageTotalsByApp {
  private var all: [MessageTotals] = []

  subscript(_ app: Int64) -> MessageTotals {
    get { all.first { $0.app == app } ?? MessageTotals(app: app) }
    _modify {
      let place = all.firstIndex { $0.app == app } ?? all.count
      if place == all.count { all.append(MessageTotals(app: app)) }
      yield &all[place]
    }
  }

  var sorted: [MessageTotals] { all.sorted { $0.app < $1.app } }
}
