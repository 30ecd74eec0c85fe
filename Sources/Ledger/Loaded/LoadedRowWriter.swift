import ReceiptModel
import SQLite

/// Writes the rows of a run into the tables of sums and of runs, names as references.
struct LoadedRowWriter {
  private let database: Database
  private var names: Dictionaries
  private let runStart: Int64

  init(in database: Database, settings: LedgerSettings, runStart: Int64) throws {
    self.database = database
    names = try Dictionaries(in: database, settings: settings)
    self.runStart = runStart
  }

  /// Adds all rows of a relation; their keys differ.
  mutating func write(_ rows: [[Cell]], of relation: LoadedRelation) throws {
    guard let first = rows.first else { return }
    let width = try values(of: first, relation).count
    let places = (1...width).map { "?\($0)" }.joined(separator: ", ")
    let insert = try database.prepare("INSERT INTO \(relation.table) VALUES (\(places))")
    for row in rows {
      for (index, value) in try values(of: row, relation).enumerated() {
        value.bind(to: insert, at: index + 1)
      }
      try insert.run()
    }
    if relation == .latencyHour { try addBuckets(Set(rows.map { $0[3].number })) }
  }

  /// The values of a row of the table, in the order of its columns.
  private mutating func values(of row: [Cell], _ relation: LoadedRelation) throws -> [StoredValue] {
    func cells(_ cells: some Sequence<Cell>) -> [StoredValue] { cells.map(StoredValue.cell) }
    switch relation {
    case .channelHour, .latencyHour:
      return [.cell(row[0]), try app(row[1]), .reference(try names.internChannel(row[2].words))]
        + cells(row[3...])
    case .versionHour:
      let version = try names.internVersion(row[2].words, row[3].words)
      return [.cell(row[0]), try app(row[1]), .reference(version)] + cells(row[4...])
    case .failureHour:
      let reason = row[4].words.isEmpty ? 0 : try names.intern(.reason, [row[4].words])
      return [
        .cell(row[0]), try app(row[1]), .reference(try names.internChannel(row[2].words)), try kind(row[3]),
        .reference(reason), .cell(row[5]),
      ]
    case .eventHour: return [.cell(row[0]), try app(row[1]), try kind(row[2])] + cells(row[3...])
    case .flagHour: return [.cell(row[0]), try app(row[1])] + cells(row[2...])
    case .flagSample:
      return [
        .reference(runStart), .cell(row[0]), try app(row[1]), .cell(row[2]),
        .device(StoredDevice(row[3].words)),
      ] + cells(row[4...])
    case .rejectedReason: return [.reference(runStart)] + cells(row)
    case .manifest: return cells(row)
    }
  }

  private mutating func app(_ cell: Cell) throws -> StoredValue {
    .reference(try names.apps.intern(cell.words))
  }

  private func kind(_ cell: Cell) throws -> StoredValue {
    guard let kind = EventKind(name: cell.words) else {
      throw LedgerError.inconsistent("loaded sums name a kind of event that there is not")
    }
    return .reference(Int64(kind.rawValue))
  }

  private func addBuckets(_ buckets: Set<Int64>) throws {
    let insert = try database.prepare("INSERT OR IGNORE INTO latency_bucket VALUES (?1, ?2, ?3)")
    for bucket in buckets.sorted() {
      let range = LatencyBucket.range(of: Int(bucket))
      insert.bind(bucket, at: 1)
      insert.bind(bucket < 0 ? nil : range.lowerBound, at: 2)
      insert.bind(range.upperBound, at: 3)
      try insert.run()
    }
  }
}

/// A value to store in a column of such a table.
private enum StoredValue {
  case cell(Cell)
  case reference(Int64)
  case device(StoredDevice)

  func bind(to statement: Statement, at index: Int) {
    switch self {
    case .cell(.integer(let number)), .reference(let number): statement.bind(number, at: index)
    case .cell(.text(let text)): statement.bind(text, at: index)
    case .cell: statement.bindNull(at: index)
    case .device(let device): device.bind(to: statement, at: index)
    }
  }
}

extension LoadedRelation {
  /// Where the ledger keeps its rows.
  fileprivate var table: String {
    switch self {
    case .versionHour: "loaded_version_hour"
    case .rejectedReason: "loaded_reason"
    case .channelHour, .latencyHour, .failureHour, .eventHour, .flagHour, .flagSample, .manifest: rawValue
    }
  }
}

extension Cell {
  /// The text of a cell that holds one, else nothing.
  fileprivate var words: String {
    guard case .text(let text) = self else { return "" }
    return text
  }

  /// The number of a cell that holds one, else 0.
  fileprivate var number: Int64 {
    guard case .integer(let number) = self else { return 0 }
    return number
  }
}
