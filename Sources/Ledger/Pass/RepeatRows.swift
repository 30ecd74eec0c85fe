import ReceiptModel
import SQLite

/// The repeats of one delivery after another: out of the file's pages, or by SQL where only SQLite knows them.
struct RepeatRows {
  private var pages: TableScan?
  private let selected: Statement
  /// The message whose rows the scan is at.
  private var message: Int64?

  init(in database: Database) throws {
    pages = try TableScan("repeat", of: database)
    selected = try database.prepare(
      "SELECT kind, at_ms, raw_ref FROM repeat WHERE message_ref = ?1 AND device = ?2 AND app_ref = ?3")
  }

  /// Begins with the deliveries of another message, or with those of the same anew.
  mutating func begin() { message = nil }

  /// Calls `body` with the repeats of a delivery; those of a message are asked for in the order of its deliveries' keys.
  mutating func read(
    of message: Int64, _ device: StoredDevice, _ app: Int64, _ body: (RepeatedEvent) -> Void
  ) throws {
    guard pages != nil else { return try select(message, device, app, body) }
    if self.message != message {
      try pages?.seek(message)
      self.message = message
    }
    while try pages?.takeRow(of: message, { try Self.take($0, $1, device, app, body) }) == true {}
  }

  private func select(
    _ message: Int64, _ device: StoredDevice, _ app: Int64, _ body: (RepeatedEvent) -> Void
  ) throws {
    selected.bind(message, at: 1)
    device.bind(to: selected, at: 2)
    selected.bind(app, at: 3)
    defer { selected.reset() }
    while try selected.step() {
      body(Self.event(selected.integer(0), selected.integer(1), selected.integer(2)))
    }
  }

  /// - Returns: whether it was the row of this delivery, or of one before it that nobody asked for.
  private static func take(
    _ cells: Span<Int64>, _ bytes: Span<UInt8>, _ device: StoredDevice, _ app: Int64,
    _ body: (RepeatedEvent) -> Void
  ) throws -> Bool {
    let own = StoredDevice(cells[1], in: bytes)
    if own == device, cells[2] == app {
      body(event(cells[3], cells[4], cells[5]))
      return true
    }
    return own < device || own == device && cells[2] < app
  }

  private static func event(_ kind: Int64, _ time: Int64, _ raw: Int64) -> RepeatedEvent {
    RepeatedEvent(kind: EventKind(slot: UInt8(truncatingIfNeeded: kind)), time: time, raw: raw)
  }
}
