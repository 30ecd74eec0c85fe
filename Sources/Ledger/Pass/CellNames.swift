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

  func app(_ ref: Int64) throws -> String {
    guard let name = apps[ref] else { throw LedgerError.inconsistent("a rollup names no AppKey") }
    return name
  }

  func parts(_ ref: Int64) throws -> [String] {
    guard let parts = names[ref] else { throw LedgerError.inconsistent("a rollup names no dictionary entry") }
    return parts
  }
}
