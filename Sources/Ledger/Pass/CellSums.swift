import ReceiptModel
import SQLite

/// Rollup rows and deliveries being added up to cells.
struct CellSums {
  private let names: CohortNames
  private let appKeys: [String]
  /// AppKey and part of each key of `cells`, by references.
  private var keys = RollupTable<CellKey, Void>(zero: ())
  private var cells: CohortCells.Builder
  private let counters: [Count]
  /// Of each counter whether it waits for settling.
  private let waits: [Bool]
  /// The counters of a row, from its fourth column on.
  private var values: [Int]
  /// Whether the AppKey of the last row was asked for: the rows of one stand together.
  private var last: (app: Int64, isWanted: Bool)?

  /// - Parameter counters: those that rows have, and cells.
  init(names: CohortNames, appKeys: [String], counters: [Count]) {
    (self.names, self.appKeys, self.counters) = (names, appKeys, counters)
    waits = counters.map(\.waitsForSettling)
    values = counters.map { _ in 0 }
    cells = CohortCells.Builder(counters: counters)
  }

  /// Adds a row of hour, AppKey, part and counters.
  ///
  /// - Parameter isSettled: whether its timeouts count; the stored sums count every delivery as settled.
  mutating func addCounts(_ row: Span<Int64>, day: Int, isSettled: Bool) throws {
    guard try isWanted(row[1]) else { return }
    for place in values.indices {
      values[place] = isSettled || !waits[place] ? Int(row[3 + place]) : 0
    }
    cells.add(values, key: key(row[1], row[2]), day: day)
  }

  /// Adds a row of hour, AppKey, part, bucket and count.
  mutating func addLatency(_ row: Span<Int64>, day: Int) throws {
    guard try isWanted(row[1]) else { return }
    let key = key(row[1], row[2])
    cells.add(bucket: Int(row[3]), count: Int(row[4]), key: key, day: day)
  }

  /// Adds what one delivery counts, and its latency when there is one.
  mutating func add(_ counts: CountSet, latency: Int64?, day: Int, app: Int64, part: Int64) throws {
    guard try isWanted(app) else { return }
    let key = key(app, part)
    cells.add(counts, key: key, day: day)
    if let latency { cells.add(bucket: LatencyBucket.bucket(of: latency), key: key, day: day) }
  }

  private mutating func isWanted(_ app: Int64) throws -> Bool {
    if let last, last.app == app { return last.isWanted }
    let appKey = try names.appKey(app)
    let isWanted = appKeys.isEmpty || appKeys.contains(appKey)
    last = (app, isWanted)
    return isWanted
  }

  private mutating func key(_ app: Int64, _ part: Int64) -> Int {
    keys.place(of: CellKey(app: app, part: part))
  }

  /// Gives the cells, and has none any more.
  mutating func take() throws -> CohortCells {
    var taken = CohortCells.Builder(counters: counters)
    swap(&taken, &cells)
    let keys = try keys.cells.map { try names.key(app: $0.key.app, part: $0.key.part) }
    self.keys = RollupTable(zero: ())
    return taken.cells(named: keys, names.names, partCount: names.partCount)
  }
}
