import ReceiptModel
import SQLite

/// A delivery as a row of the table, in the order of its columns.
enum DeliveryRow {
  static let columns = [
    "message_ref", "device", "app_ref", "base_ms", "sent", "arrived", "ext_ack", "opened", "context_ref",
    "build_ref", "network_ref", "send_failed", "reason_ref", "dismissed", "accepted", "displayed",
    "arrive_failed", "dropped", "expired", "besides",
  ]

  /// How many columns the key has.
  static let key = 3

  /// The numbers of the columns, of kinds and of others.
  static let message = 0
  static let device = 1
  static let app = 2
  static let base = 3
  static let context = 8
  static let build = 9
  static let network = 10
  static let reason = 12
  static let besides = 19

  @inline(__always)
  static func column(of kind: EventKind) -> Int {
    switch kind {
    case .sent: 4
    case .arrived: 5
    case .extAck: 6
    case .opened: 7
    case .sendFailed: 11
    case .dismissed: 13
    case .accepted: 14
    case .displayed: 15
    case .arriveFailed: 16
    case .dropped: 17
    case .expired: 18
    case .other: preconditionFailure("an event of kind other has no column")
    }
  }

  /// Adds the row of `state` to a batch of these columns.
  @inline(__always)
  static func append(
    _ state: borrowing DeliveryState, of group: borrowing DeliveryGroup, app: Int64, to batch: RowBatch
  ) {
    var row = InlineArray<20, Int64>(repeating: RowBatch.null)
    row[0] = group.message
    row[1] = group.device.cell(in: batch)
    row[2] = app
    row[3] = state.base
    let base = state.base
    if state.has(.sent) { row[column(of: .sent)] = state.time(.sent) &- base }
    if state.has(.arrived) { row[column(of: .arrived)] = state.time(.arrived) &- base }
    if state.has(.extAck) { row[column(of: .extAck)] = state.time(.extAck) &- base }
    if state.has(.opened) { row[column(of: .opened)] = state.time(.opened) &- base }
    if state.has(.sendFailed) { row[column(of: .sendFailed)] = state.time(.sendFailed) &- base }
    if state.has(.dismissed) { row[column(of: .dismissed)] = state.time(.dismissed) &- base }
    if state.has(.accepted) { row[column(of: .accepted)] = state.time(.accepted) &- base }
    if state.has(.displayed) { row[column(of: .displayed)] = state.time(.displayed) &- base }
    if state.has(.arriveFailed) { row[column(of: .arriveFailed)] = state.time(.arriveFailed) &- base }
    if state.has(.dropped) { row[column(of: .dropped)] = state.time(.dropped) &- base }
    if state.has(.expired) { row[column(of: .expired)] = state.time(.expired) &- base }
    row[context] = state.context
    row[build] = state.build
    row[network] = state.network
    if state.reason != 0 { row[reason] = state.reason }
    if state.hasBesides { row[besides] = marks(of: state) }
    batch.append(row.span)
  }

  /// 1 when only `repeat` or `late_attribute` has more of the delivery; else a bit for each of the others.
  private static func marks(of state: borrowing DeliveryState) -> Int64 {
    let bits = (state.linked.isEmpty ? 0 : linkedBit) | (state.tellings.isEmpty ? 0 : tellersBit)
    return bits == 0 ? 1 : bits
  }

  private static let linkedBit: Int64 = 2
  private static let tellersBit: Int64 = 4

  /// Whether `repeat`, `late_attribute`, `linked_event` or `teller` has more of the delivery than its row.
  static func hasBesides(_ row: Statement, from first: Int) -> Bool { !row.isNull(besides + first - 3) }

  /// Whether `linked_event` has more.
  static func hasLinked(_ row: Statement, from first: Int) -> Bool {
    row.integer(besides + first - 3) & linkedBit != 0
  }

  /// Whether `teller` has more.
  static func hasTellers(_ row: Statement, from first: Int) -> Bool {
    row.integer(besides + first - 3) & tellersBit != 0
  }

  /// The state that a row holds.
  ///
  /// - Parameter first: the place of `base_ms` in the result.
  static func state(of row: Statement, from first: Int) -> DeliveryState {
    let cells = cells(of: row, from: first)
    return state(of: cells.span)
  }

  /// The cells behind the key.
  ///
  /// - Parameter first: the place of `base_ms` in the result.
  static func cells(of row: Statement, from first: Int) -> InlineArray<17, Int64> {
    InlineArray { row.optionalInteger(first + $0) ?? RowBatch.null }
  }

  /// - Parameter cells: those behind a row's key.
  @inline(__always)
  static func context(of cells: Span<Int64>) -> Int64 { cells[context - key] }

  /// Whether other tables have more of the delivery than its row.
  @inline(__always)
  static func hasBesides(_ cells: Span<Int64>) -> Bool { cells[besides - key] != RowBatch.null }

  /// Whether it was sent, to a device that it names, and its row holds all of it.
  @inline(__always)
  static func isUsual(_ cells: Span<Int64>, _ device: StoredDevice) -> Bool {
    cells[column(of: .sent) - key] != RowBatch.null && !hasBesides(cells) && !device.isEmpty
  }

  /// The state that a row holds.
  ///
  /// - Parameter cells: those behind its key.
  @inline(__always)
  static func state(of cells: Span<Int64>) -> DeliveryState {
    var state = DeliveryState()
    read(cells, into: &state)
    return state
  }

  /// Makes an empty state the one that a row holds.
  ///
  /// - Parameter cells: those behind its key.
  @inline(__always)
  static func read(_ cells: Span<Int64>, into state: inout DeliveryState) {
    state.base = cells[0]
    // One by one, so that each column's number is a constant: a pass reads millions of rows.
    read(.sent, cells, &state)
    read(.arrived, cells, &state)
    read(.extAck, cells, &state)
    read(.opened, cells, &state)
    read(.sendFailed, cells, &state)
    read(.dismissed, cells, &state)
    read(.accepted, cells, &state)
    read(.displayed, cells, &state)
    read(.arriveFailed, cells, &state)
    read(.dropped, cells, &state)
    read(.expired, cells, &state)
    state.context = cells[context - key]
    state.build = cells[build - key]
    state.network = cells[network - key]
    let reason = cells[Self.reason - key]
    state.reason = reason == RowBatch.null ? 0 : reason
    state.firstFailureBefore = state.firstFailure
  }

  @inline(__always)
  private static func read(_ kind: EventKind, _ cells: Span<Int64>, _ state: inout DeliveryState) {
    let cell = cells[column(of: kind) - key]
    if cell != RowBatch.null { state.times[kind.slot] = state.base &+ cell }
  }
}
