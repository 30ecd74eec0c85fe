import ReceiptModel
import SQLite

/// The names behind the references of a table of cohorts, as numbers in the order of their bytes.
struct CohortNames {
  /// AppKeys and parts, each once, by their numbers.
  private(set) var names: [String] = []
  /// By reference, of AppKeys and of each part.
  private var numbers: [[Int64: Int32]]
  /// The references of both versions of each pair, where a part is a pair.
  private var pairs: [Int64: (app: Int64, system: Int64)]?

  init(of table: CohortTable, in database: Database) throws {
    let dictionaries = [("app", "app_key")] + table.dictionaries.map { ($0, "name") }
    numbers = dictionaries.map { _ in [:] }
    var texts: [(text: String, dictionary: Int, ref: Int64)] = []
    for (place, (dictionary, column)) in dictionaries.enumerated() {
      let rows = try database.prepare("SELECT ref, \(column) FROM \(dictionary)")
      while try rows.step() { texts.append((rows.text(1), place, rows.integer(0))) }
    }
    for (text, dictionary, ref) in texts.sorted(by: { $0.text.precedesInBytes($1.text) }) {
      if names.last.map({ $0.hasSameBytes(as: text) }) != true { names.append(text) }
      numbers[dictionary][ref] = Int32(names.count - 1)
    }
    guard table == .versions else { return }
    var pairs: [Int64: (app: Int64, system: Int64)] = [:]
    let rows = try database.prepare("SELECT ref, app_version_ref, os_version_ref FROM version_pair")
    while try rows.step() { pairs[rows.integer(0)] = (rows.integer(1), rows.integer(2)) }
    self.pairs = pairs
  }

  var partCount: Int { numbers.count - 1 }

  func appKey(_ ref: Int64) throws -> String { names[Int(try appNumber(ref))] }

  func key(app: Int64, part: Int64) throws -> CohortCells.Key {
    guard let pairs else {
      return CohortCells.Key(app: try appNumber(app), first: try number(of: part, in: 1))
    }
    guard let pair = pairs[part] else { throw Self.unnamed }
    return CohortCells.Key(
      app: try appNumber(app), first: try number(of: pair.app, in: 1),
      second: try number(of: pair.system, in: 2))
  }

  private func appNumber(_ ref: Int64) throws -> Int32 {
    guard let number = numbers[0][ref] else { throw LedgerError.inconsistent("a rollup names no AppKey") }
    return number
  }

  private func number(of ref: Int64, in dictionary: Int) throws -> Int32 {
    guard let number = numbers[dictionary][ref] else { throw Self.unnamed }
    return number
  }

  private static let unnamed = LedgerError.inconsistent("a rollup names no dictionary entry")
}
