import SQLite

/// Which app version and which OS version each version of a cell is made of.
struct VersionPairs {
  private let read: Statement
  private var known = ReferenceMemo<(app: Int64, system: Int64)>()

  init(in database: Database) throws {
    read = try database.prepare("SELECT app_version_ref, os_version_ref FROM version_pair WHERE ref = ?1")
  }

  /// The changes of a table of versions, sorted by its rows.
  ///
  /// - Parameter changes: of both versions together by hour, in any order.
  mutating func changes(_ changes: [CohortChange], of table: CohortTable) throws -> [CohortChange] {
    try unsortedChanges(changes, of: table).sorted { $0.key < $1.key }
  }

  /// The same, in nearly the order of the changes.
  mutating func unsortedChanges(_ changes: [CohortChange], of table: CohortTable) throws -> [CohortChange] {
    var rows: [CohortChange] = []
    rows.reserveCapacity(changes.count)
    for (key, deliveries) in changes {
      let row = CountedKey(
        hour: table.row(ofHour: key.hour), app: key.app, part: try part(of: table, key.part),
        counters: key.counters)
      if let last = rows.last, last.key == row {
        rows[rows.count - 1].value += deliveries
      } else {
        rows.append((row, deliveries))
      }
    }
    return rows
  }

  private mutating func part(of table: CohortTable, _ version: Int64) throws -> Int64 {
    switch table {
    case .appVersions: try pair(version).app
    case .osVersions: try pair(version).system
    case .versions, .channels: version
    }
  }

  private mutating func pair(_ version: Int64) throws -> (app: Int64, system: Int64) {
    if let pair = known[version] { return pair }
    read.bind(version, at: 1)
    defer { read.reset() }
    guard try read.step() else { throw LedgerError.inconsistent("there is no version \(version)") }
    let pair = (app: read.integer(0), system: read.integer(1))
    known.set(pair, for: version)
    return pair
  }
}
