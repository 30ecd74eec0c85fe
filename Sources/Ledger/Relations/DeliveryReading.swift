import ReceiptModel
import SQLite

/// Makes the cells of `deliveries` of rows of `delivery`.
struct DeliveryReading {
  /// Of each column, wanted or not.
  private let sources: [Source]
  private var traits: KnownTraits?
  private var repeats: RepeatRows?
  /// The repeated sends of the row that is read, once they are asked for.
  private var sends: [Int64]?

  /// - Parameter columns: a bit for each that is wanted.
  /// - Throws: `SQLiteError`.
  init(_ columns: UInt64, in database: Database) throws {
    sources = DeliveryColumn.all.map(Source.init)
    let wanted = Self.wanted(columns)
    let needsTraits = wanted.contains(.isAckEligible) || wanted.contains(.isConfirmed)
    traits = try needsTraits ? KnownTraits(in: database) : nil
    let needsRepeats = wanted.contains(.latency(.extAck)) || wanted.contains(.latency(.opened))
    repeats = try needsRepeats ? RepeatRows(in: database) : nil
  }

  /// How many cells of a row, from the first, some columns are made of.
  static func leadingCells(_ columns: UInt64) -> Int {
    ([DeliveryRow.app] + wanted(columns).flatMap(\.cells)).reduce(0, max) + 1
  }

  private static func wanted(_ columns: UInt64) -> [DeliveryColumn] {
    DeliveryColumn.all.enumerated().filter { columns & 1 << UInt64($0.offset) != 0 }.map(\.element)
  }

  /// Begins anew, with any message.
  mutating func begin() { repeats?.begin() }

  /// Goes to a row.
  @inline(__always)
  mutating func beginRow() { if sends != nil { sends = nil } }

  /// Whether a column is that of the device, whose id has no room in a cell.
  @inline(__always)
  func isDevice(_ column: Int) -> Bool { if case .device = sources[column] { true } else { false } }

  /// The value of a column, of a text its reference, of a device its place; `RowBatch.null` without one.
  ///
  /// - Parameter row: as `delivery` has it, with what its device points into.
  @inline(__always)
  mutating func cell(_ column: Int, of row: Span<Int64>, _ bytes: Span<UInt8>) throws -> Int64 {
    switch sources[column] {
    case .cell(let cell): return row[cell]
    case .time(let cell): return Self.time(cell, of: row) ?? RowBatch.null
    case .latency(let cell): return try latency(cell, of: row, bytes) ?? RowBatch.null
    case .isAckEligible:
      let traits = try traits(of: row)
      return traits.runsExtension && traits.isAckEligible ? 1 : 0
    case .isConfirmed:
      let isProved = Self.answers.contains { row[$0] != RowBatch.null }
      let isArrived = row[DeliveryRow.column(of: .arrived)] != RowBatch.null
      return try isProved || isArrived && traits(of: row).arrivalIsEvidence ? 1 : 0
    case .device: return row[DeliveryRow.device]
    }
  }

  /// Numbers of a damaged page may be beyond all times.
  ///
  /// - Parameter cell: that of a kind.
  @inline(__always)
  private static func time(_ cell: Int, of row: Span<Int64>) -> Int64? {
    row[cell] == RowBatch.null ? nil : row[DeliveryRow.base] &+ row[cell]
  }

  private mutating func traits(of row: Span<Int64>) throws -> ContextTraits {
    guard
      let traits = try traits?.of(
        row[DeliveryRow.context], app: row[DeliveryRow.app], message: row[DeliveryRow.message])
    else { throw LedgerError.inconsistent("nothing is known of contexts") }
    return traits
  }

  private mutating func latency(
    _ cell: Int, of row: Span<Int64>, _ bytes: Span<UInt8>
  ) throws -> Int64? {
    guard let sent = Self.time(DeliveryRow.column(of: .sent), of: row),
      let answer = Self.time(cell, of: row)
    else { return nil }
    guard row[DeliveryRow.besides] != RowBatch.null else { return answer &- sent }
    let known = try sends ?? repeatedSends(of: row, bytes)
    sends = known
    return answer &- max(sent, known.filter { $0 <= answer }.max() ?? sent)
  }

  private mutating func repeatedSends(of row: Span<Int64>, _ bytes: Span<UInt8>) throws -> [Int64] {
    var sends: [Int64] = []
    let device = StoredDevice(row[DeliveryRow.device], in: bytes)
    try repeats?.read(of: row[DeliveryRow.message], device, row[DeliveryRow.app]) {
      if $0.kind == .sent { sends.append($0.time) }
    }
    return sends
  }

  private static let answers = PublicView.answers.map(DeliveryRow.column)
}

/// A column without its words, which would be counted and released for each row.
private enum Source {
  /// A number that stands in a cell.
  case cell(Int)
  case device
  /// A time, and the time to an answer, by the cell of the kind.
  case time(Int), latency(Int)
  case isAckEligible, isConfirmed

  init(_ column: DeliveryColumn) {
    self =
      switch column {
      case .text(let text): .cell(text.cell)
      case .device: .device
      case .time(let kind): .time(DeliveryRow.column(of: kind))
      case .latency(let kind): .latency(DeliveryRow.column(of: kind))
      case .isAckEligible: .isAckEligible
      case .isConfirmed: .isConfirmed
      }
  }
}
