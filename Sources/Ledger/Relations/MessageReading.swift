import ReceiptModel
import SQLite

/// Adds up what `messages` says of one message after another.
struct MessageReading {
  private var scan: TableScan
  private var repeats: TableScan
  private var jobs: ReferencedTexts
  /// What was read of the last message, by AppKeys' references.
  private(set) var totals: [MessageTotals] = []

  /// - Throws: `SQLiteError`.
  init(in database: Database) throws {
    guard let scan = try TableScan("delivery", of: database),
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

  /// Adds up a message; several are quick in the order of their references.
  mutating func read(_ message: Int64) throws {
    var totals: [MessageTotals] = []
    swap(&totals, &self.totals)
    totals.removeAll(keepingCapacity: true)
    try Self.add(&scan, of: message, &jobs, to: &totals)
    var last: (device: StoredDevice, app: Int64)?
    try repeats.forEachRow(of: message) { row, bytes in
      let (device, app) = (StoredDevice(row[1], in: bytes), row[2])
      let kind = EventKind(slot: UInt8(truncatingIfNeeded: row[3]))
      let isFirstOther = kind == .other && (last.map { $0.device != device || $0.app != app } ?? true)
      if kind == .other { last = (device, app) }
      totals[of: app].add(repeated: kind, at: row[4], isCounted: device.isEmpty || isFirstOther)
    }
    if totals.count > 1 { totals.sort { $0.app < $1.app } }
    self.totals = totals
  }

  private static func add(
    _ scan: inout TableScan, of message: Int64, _ jobs: inout ReferencedTexts,
    to totals: inout [MessageTotals]
  ) throws {
    try scan.forEachRow(of: message) { row, _ in try totals[of: row[DeliveryRow.app]].add(row, &jobs) }
  }
}

extension [MessageTotals] {
  /// What is added up under an AppKey.
  fileprivate subscript(of app: Int64) -> MessageTotals {
    get { first { $0.app == app } ?? MessageTotals(app: app) }
    _modify {
      let place = firstIndex { $0.app == app } ?? count
      if place == count { append(MessageTotals(app: app)) }
      yield &self[place]
    }
  }
}
