import SQLite

extension LedgerReader {
  /// AppKeys by reference.
  func appKeys() throws -> [Int64: String] {
    let rows = try database.prepare("SELECT ref, app_key FROM app")
    var names: [Int64: String] = [:]
    while try rows.step() { names[rows.integer(0)] = rows.text(1) }
    return names
  }
}
