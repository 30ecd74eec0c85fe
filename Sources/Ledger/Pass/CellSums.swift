import ReceiptModel
import SQLite

/// Rollup rows and deliveries being added up to cells.
struct CellSums {
  private let names: CellNames
  private let appKeys: [String]
  private var sums = RollupTable<CellKey, CellSum>(zero: CellSum())
  /// Whether the AppKey of the last row was asked for: the rows of one stand together.
  private var last: (app: Int64, isWanted: Bool)?

  private static let all = Count.allCases
  private static let settled = Count.allCases.filter { !$0.waitsForSettling }

  init(names: CellNames, appKeys: [String]) {
    self.names = names
    self.appKeys = appKeys
  }

  /// Adds a row of hour, AppKey, part and counters.
  ///
  /// - Parameter isSettled: whether its timeouts count; the stored sums count every delivery as settled.
  mutating func addCounts(_ row: Statement, day: Int, isSettled: Bool) throws {
    let key = CellKey(row, day: day)
    guard try isWanted(key.app) else { return }
    var counts = Counts()
    for count in isSettled ? Self.all : Self.settled {
      counts[count] = Int(row.integer(3 + count.rawValue))
    }
    sums[key].counts.add(counts)
  }

  /// Adds a row of hour, AppKey, part, bucket and count.
  mutating func addLatency(_ row: Statement, day: Int) throws {
    let key = CellKey(row, day: day)
    guard try isWanted(key.app) else { return }
    sums[key].latencies.add(bucket: Int(row.integer(3)), count: Int(row.integer(4)))
  }

  /// Adds what one delivery counts, and its latency when there is one.
  mutating func add(_ counts: CountSet, latency: Int64?, day: Int, app: Int64, part: Int64) throws {
    guard try isWanted(app) else { return }
    let key = CellKey(day: day, app: app, part: part)
    sums[key].counts.add(counts)
    if let latency { sums[key].latencies.add(bucket: LatencyBucket.bucket(of: latency)) }
  }

  private mutating func isWanted(_ app: Int64) throws -> Bool {
    if let last, last.app == app { return last.isWanted }
    let appKey = try names.app(app)
    let isWanted = appKeys.isEmpty || appKeys.contains(appKey)
    last = (app, isWanted)
    return isWanted
  }

  /// Gives the cells in the order of their keys, and has none any more.
  ///
  /// It compares the places of names among all names: there may be a hundred cells for each name.
  mutating func takeSorted() throws -> [CohortCell] {
    let ranks = names.ranks()
    let taken = sums.cells
    sums = RollupTable(zero: CellSum())
    return try taken.indices.map { place in
      let key = taken[place].key
      return (key.day, ranks.apps[key.app] ?? 0, ranks.names[key.part] ?? 0, place)
    }
    .sorted { $0 < $1 }.map { _, _, _, place in
      let (key, sum) = taken[place]
      return CohortCell(
        key: CohortKey(day: key.day, appKey: try names.app(key.app), parts: try names.parts(key.part)),
        counts: sum.counts, latencies: sum.latencies)
    }
  }
}

private struct CellSum {
  var counts = SparseCounts()
  var latencies = LatencyHistogram()
}

private struct CellKey: RollupTableKey {
  var day: Int
  var app: Int64
  var part: Int64

  init(day: Int, app: Int64, part: Int64) { (self.day, self.app, self.part) = (day, app, part) }

  init(_ row: Statement, day: Int) { self.init(day: day, app: row.integer(1), part: row.integer(2)) }

  var mixed: UInt64 {
    ByteDictionary.mix(
      UInt64(bitPattern: part) << 24 ^ UInt64(bitPattern: app) << 8 ^ UInt64(bitPattern: Int64(day))
        &* 0x9E37_79B9_7F4A_7C15)
  }

  static func < (left: CellKey, right: CellKey) -> Bool {
    (left.day, left.app, left.part) < (right.day, right.app, right.part)
  }
}
