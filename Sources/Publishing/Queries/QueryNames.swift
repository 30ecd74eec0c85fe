import Ledger
package import Prose
import ReceiptModel
import SQLite

/// What questions may name, for those who mistyped it.
package enum QueryNames {
  /// What to do when SQLite does not know a name; `nil` for other words of its.
  package static func advice(on words: String) -> Phrase? {
    guard let (beginning, names) = known.first(where: { words.hasPrefix($0.beginning) }) else { return nil }
    // `no such column: d.opend`
    let name = words.dropFirst(beginning.count).split(separator: ".").last.map(String.init) ?? ""
    let owners = PublicView.all.filter { $0.columns.contains { $0.name == name } }.map(\.name)
    if names.contains(name), !owners.isEmpty {
      return "it is a column of \(owners.joined(separator: ", "))"
    }
    if let nearest = Suggestion.nearest(to: name, in: names) { return nearest }
    return beginning == noSuchFunction
      ? "'pushledger schema --functions' lists those beside SQLite's"
      : "'pushledger schema' lists every view and column"
  }

  private static let noSuchFunction = "no such function: "

  private static var known: [(beginning: String, names: [String])] {
    let functions = QueryFunctions.all(zone: .utc).map { String($0.call.prefix { $0 != "(" }) }
    return [
      ("no such table: ", PublicView.all.map(\.name)),
      ("no such column: ", PublicView.all.flatMap { $0.columns.map(\.name) }),
      (noSuchFunction, functions + QueryAuthorizer.functions.sorted()),
    ]
  }
}
