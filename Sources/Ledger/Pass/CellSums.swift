import ReceiptModel
import SQLite

/// Rollup rows and deliveries being added up to cells.
///
/// What belongs to one cell often stands together, dozens of buckets of an hour, so the previous cell is looked at first.
struct CellSums {
  let names: CellNames
  let appKeys: [String]
  private var cells: [CohortCell] = []
  private var places: [Key: Int?] = [:]
  private var last: (key: Key, place: Int?)?

  init(names: CellNames, appKeys: [String]) {
    self.names = names
    self.appKeys = appKeys
  }

  /// Adds a row of hour, AppKey, part and counters.
  ///
  /// - Parameter isSettled: whether its timeouts count; the stored sums count every delivery as settled.
  mutating func addCounts(_ row: Statement, day: Int, isSettled: Bool) throws {
    guard let place = try place(of: row, day: day) else { return }
    for count in Count.allCases where isSettled || !count.waitsForSettling {
      cells[place].counts[count] += Int(row.integer(3 + count.rawValue))
    }
  }

  /// Adds a row of hour, AppKey, part, bucket and count.
  mutating func addLatency(_ row: Statement, day: Int) throws {
    guard let place = try place(of: row, day: day) else { return }
    cells[place].latencies.add(bucket: Int(row.integer(3)), count: Int(row.integer(4)))
  }

  /// Adds what one delivery counts, and its latency when there is one.
  mutating func add(_ counts: CountSet, latency: Int64?, day: Int, app: Int64, part: Int64) throws {
    guard let place = try place(of: Key(day: day, app: app, part: part)) else { return }
    cells[place].counts.add(counts, times: 1)
    if let latency { cells[place].latencies.add(bucket: LatencyBucket.bucket(of: latency)) }
  }

  private mutating func place(of row: Statement, day: Int) throws -> Int? {
    try place(of: Key(day: day, app: row.integer(1), part: row.integer(2)))
  }

  /// The place of a cell; `nil` for an AppKey that was not asked for.
  private mutating func place(of key: Key) throws -> Int? {
    if let last, last.key == key { return last.place }
    let place = if let known = places[key] { known } else { try add(key) }
    last = (key, place)
    return place
  }

  private mutating func add(_ key: Key) throws -> Int? {
    let appKey = try names.app(key.app)
    let isWanted = appKeys.isEmpty || appKeys.contains(appKey)
    let place = isWanted ? cells.count : nil
    places.updateValue(place, forKey: key)
    if isWanted {
      let parts = try names.parts(key.part)
      cells.append(CohortCell(key: CohortKey(day: key.day, appKey: appKey, parts: parts)))
    }
    return place
  }

  /// Gives the cells in the order of their keys, and has none any more.
  ///
  /// It compares the places of names among all names: there may be a hundred cells for each name. The cells change
  /// places among themselves, as there may be so many that a second array of them would be half of all memory.
  mutating func takeSorted() -> [CohortCell] {
    let ranks = names.ranks()
    var order = places.compactMap { key, place in
      place.map { (key.day, ranks.apps[key.app] ?? 0, ranks.names[key.part] ?? 0, $0) }
    }
    places.removeAll()
    order.sort { $0 < $1 }
    var sources = order.map(\.3)
    for start in sources.indices {
      var place = start
      while sources[place] != start {
        let source = sources[place]
        cells.swapAt(place, source)
        sources[place] = place
        place = source
      }
      sources[place] = place
    }
    defer { cells.removeAll() }
    return cells
  }

  private struct Key: Hashable {
    var day: Int
    var app: Int64
    var part: Int64
  }
}
