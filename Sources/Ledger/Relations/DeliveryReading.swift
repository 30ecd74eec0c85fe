import ReceiptModel
import SQLite

/// The rows of `delivery` with what some columns of `deliveries` are made of.
struct DeliveryReading {
  /// A bit for each.
  let columns: UInt64
  /// Of each column, wanted or not.
  private let sources: [Source]
  var scan: TableScan
  /// By column; `nil` for those that are not wanted or no text.
  private var texts: [ReferencedTexts?]
  /// A bit for each that is not `nil`.
  private let textColumns: UInt64
  private var traits: KnownTraits?
  private var repeats: RepeatRows?
  /// The row whose repeated sends `sends` has.
  private var row: Int64?
  private var sends: [Int64] = []

  /// - Throws: `SQLiteError`.
  init(_ columns: UInt64, in database: Database) throws {
    self.columns = columns
    let wanted = DeliveryColumn.all.enumerated().map {
      columns & 1 << UInt64($0.offset) != 0 ? $0.element : nil
    }
    let cells = wanted.flatMap { $0?.cells ?? [] } + [DeliveryRow.app]
    guard let scan = try TableScan("delivery", leading: (cells.max() ?? 0) + 1, of: database) else {
      throw LedgerError.inconsistent("the ledger cannot be read by pages")
    }
    self.scan = scan
    sources = DeliveryColumn.all.map(Source.init)
    let texts = try wanted.map { column -> ReferencedTexts? in
      guard case .text(let text) = column else { return nil }
      return try ReferencedTexts(text, in: database)
    }
    self.texts = texts
    textColumns = texts.indices.reduce(0) { $0 | (texts[$1] == nil ? 0 : 1 << UInt64($1)) }
    let needsTraits = wanted.contains(.isAckEligible) || wanted.contains(.isConfirmed)
    traits = try needsTraits ? KnownTraits(in: database) : nil
    let needsRepeats = wanted.contains(.latency(.extAck)) || wanted.contains(.latency(.opened))
    repeats = try needsRepeats ? RepeatRows(in: database) : nil
  }

  /// Begins anew, with any message.
  mutating func begin() {
    repeats?.begin()
    row = nil
  }

  /// The value of a column other than that of the device, of a text its reference; `RowBatch.null` without one.
  mutating func cell(_ column: Int) throws -> Int64 {
    switch sources[column] {
    case .cell(let cell): return scan.cell(cell)
    case .device: preconditionFailure("a device id has no room in a cell")
    case .time(let cell): return time(cell) ?? RowBatch.null
    case .latency(let cell): return try latency(cell) ?? RowBatch.null
    case .isAckEligible:
      let traits = try ownTraits()
      return traits.runsExtension && traits.isAckEligible ? 1 : 0
    case .isConfirmed:
      let isProved = Self.answers.contains { scan.cell($0) != RowBatch.null }
      let isArrived = scan.cell(DeliveryRow.column(of: .arrived)) != RowBatch.null
      return try isProved || isArrived && ownTraits().arrivalIsEvidence ? 1 : 0
    }
  }

  /// Hands on what `cell` gave of a column.
  mutating func give(_ cell: Int64, of column: Int, to result: VirtualResult) throws {
    guard cell != RowBatch.null else { return result.null() }
    guard textColumns & 1 << UInt64(column) != 0 else { return result.integer(cell) }
    guard let bytes = try texts[column]?.bytes(of: cell) else { return result.null() }
    result.text(bytes.span)
  }

  mutating func give(_ column: Int, to result: VirtualResult) throws {
    guard case .device = sources[column] else {
      return try give(cell(column), of: column, to: result)
    }
    switch device {
    case .text(let bytes): result.text(bytes.span)
    case .packed(let high, let low):
      let digits = StoredDevice.digits(high, low)
      result.text(digits.span)
    }
  }

  /// Numbers of a damaged page may be beyond all times.
  ///
  /// - Parameter cell: that of a kind.
  private func time(_ cell: Int) -> Int64? {
    let time = scan.cell(cell)
    return time == RowBatch.null ? nil : scan.cell(DeliveryRow.base) &+ time
  }

  private mutating func ownTraits() throws -> ContextTraits {
    guard
      let traits = try traits?.of(
        scan.cell(DeliveryRow.context), app: scan.cell(DeliveryRow.app),
        message: scan.cell(DeliveryRow.message))
    else { throw LedgerError.inconsistent("nothing is known of contexts") }
    return traits
  }

  private mutating func latency(_ cell: Int) throws -> Int64? {
    guard let sent = time(DeliveryRow.column(of: .sent)), let answer = time(cell) else { return nil }
    guard scan.cell(DeliveryRow.besides) != RowBatch.null else { return answer &- sent }
    try readSends()
    return answer &- max(sent, sends.filter { $0 <= answer }.max() ?? sent)
  }

  private mutating func readSends() throws {
    guard row != scan.rowNumber else { return }
    row = scan.rowNumber
    var sends: [Int64] = []
    let (message, device, app) = (scan.cell(DeliveryRow.message), device, scan.cell(DeliveryRow.app))
    try repeats?.read(of: message, device, app) {
      if $0.kind == .sent { sends.append($0.time) }
    }
    self.sends = sends
  }

  var device: StoredDevice { StoredDevice(scan.cell(DeliveryRow.device), in: scan.bytes.span) }

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
