import ReceiptModel
import SQLite

/// The names behind the references of a rollup's rows.
struct CellNames {
  private var apps: [Int64: String] = [:]
  private var names: [Int64: [String]] = [:]

  init(_ database: Database, part sql: String, partCount: Int) throws {
    let appRows = try database.prepare("SELECT ref, app_key FROM app")
    while try appRows.step() { apps[appRows.integer(0)] = appRows.text(1) }
    let rows = try database.prepare(sql)
    while try rows.step() { names[rows.integer(0)] = (1...partCount).map { rows.text($0) } }
  }

  init(of table: CohortTable, in database: Database) throws {
    switch table {
    case .channels: try self.init(database, part: "SELECT ref, name FROM channel", partCount: 1)
    case .appVersions: try self.init(database, part: "SELECT ref, name FROM app_version", partCount: 1)
    case .osVersions: try self.init(database, part: "SELECT ref, name FROM os_version", partCount: 1)
    case .versions:
      try self.init(database, part: "SELECT ref, app_version, os_version FROM version", partCount: 2)
    }
  }

  /// The places of AppKeys and of names in the order of their bytes.
  func ranks() -> (apps: [Int64: Int], names: [Int64: Int]) {
    func ranks(_ texts: [Int64: [String]]) -> [Int64: Int] {
      let ordered = texts.map { (key: CohortKey(day: 0, appKey: "", parts: $0.value), ref: $0.key) }
        .sorted { $0.key < $1.key }
      return Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1.ref, $0) })
    }
    return (ranks(apps.mapValues { [$0] }), ranks(names))
  }

  func app(_ ref: Int64) throws -> String {
    guard let name = apps[ref] else { throw LedgerError.inconsistent("a rollup names no AppKey") }
    return name
  }

  func parts(_ ref: Int64) throws -> [String] {
    guard let parts = names[ref] else { throw LedgerError.inconsistent("a rollup names no dictionary entry") }
    return parts
  }
}
