import Ledger
import Prose
import ReceiptModel
import SQLite

/// What questions may name, for those who mistyped it.
package enum QueryNames {
  /// What to do when SQLite does not know a name; `nil` for other words of its.
  package static func advice(on words: String) -> String? {
    for (beginning, names, list) in known {
      guard words.hasPrefix(beginning) else { continue }
      // `no such column: d.opend`
      let name = words.dropFirst(beginning.count).split(separator: ".").last.map(String.init) ?? ""
      let owners = PublicView.all.filter { $0.columns.contains { $0.name == name } }.map(\.name)
      if names.contains(name), !owners.isEmpty {
        return "it is a column of \(owners.joined(separator: ", "))"
      }
      return Suggestion.nearest(to: name, in: names) ?? list
    }
    return nil
  }

  private static var known: [(beginning: String, names: [String], list: String)] {
    let columns = "'pushledger schema' lists every view and column"
    let functions = QueryFunctions.all(zone: .utc).map { String($0.call.prefix { $0 != "(" }) }
    return [
      ("no such table: ", PublicView.all.map(\.name), columns),
      ("no such column: ", PublicView.all.flatMap { $0.columns.map(\.name) }, columns),
      (
        "no such function: ", functions + QueryAuthorizer.functions.sorted(),
        "'pushledger schema --functions' lists those beside SQLite's"
      ),
    ]
  }
}
