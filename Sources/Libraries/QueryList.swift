import Assets
import CommandLineKit
package import ReceiptModel

/// What `query --list` prints.
package struct QueryList {
  let library: QueryLibrary

  package init(library: QueryLibrary) { self.library = library }

  /// For people: name, question and parameters of each.
  package var text: String {
    library.queries.map { query in
      var lines = [query.name + (query.path.map { "  (\($0))" } ?? "")]
      if !query.header.question.isEmpty { lines.append("  " + query.header.question) }
      let names = query.header.parameters.map { $0.names.map { ":" + $0 }.joined(separator: ", ") }
      let width = names.map(\.count).max() ?? 0
      for (name, parameter) in zip(names, query.header.parameters) {
        lines.append("    \(name.padded(to: width))  \(parameter.meaning)")
      }
      return lines.map { $0.escapedForTerminal(limit: 600) + "\n" }.joined()
    }.joined(separator: "\n")
  }

  /// For programs: one row per query.
  package var table: ResultTable {
    ResultTable(
      columns: ["name", "question", "parameters", "columns", "file"].map { ResultColumn($0, .text) },
      rows: library.queries.map { query in
        [
          .text(query.name), .text(query.header.question),
          .text(query.header.parameterNames.joined(separator: " ")),
          .text(query.header.columns.map(\.name).joined(separator: " ")), query.path.map(Cell.text) ?? .null,
        ]
      })
  }
}
