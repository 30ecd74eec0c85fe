import Assets
import Prose
package import ReceiptModel
import Reporting

/// What `query --list` and `report --list` print: all that has a name, what it is about, and its parameters.
package struct LibraryList {
  private struct Entry {
    var name: String
    var path: String?
    /// A sentence; of a file that cannot be read, why.
    var about: String
    var parameters: [(names: String, meaning: String)] = []
    /// What stands between name and file in the table.
    var cells: [String]
  }

  private let columns: [String]
  private let entries: [Entry]

  package init(_ library: QueryLibrary) {
    columns = ["question", "parameters", "columns"]
    entries = library.queries.map { query in
      let header = query.header
      return Entry(
        name: query.name, path: query.path, about: header.question,
        parameters: header.parameters.map {
          ($0.names.map { ":" + $0 }.joined(separator: ", "), $0.meaning)
        },
        cells: [
          header.question, header.parameterNames.joined(separator: " "),
          header.columns.map(\.name).joined(separator: " "),
        ])
    }
  }

  package init(_ library: ReportLibrary) {
    columns = ["summary", "parameters", "needed"]
    entries = library.templates.map { template in
      do {
        let header = try template.header
        return Entry(
          name: template.name, path: template.path, about: header.summary,
          parameters: header.parameters.map {
            (":" + $0.name, "\($0.meaning)\($0.isNeeded ? "; needed" : "")")
          },
          cells: [
            header.summary, header.parameterNames.joined(separator: " "),
            header.parameters.filter(\.isNeeded).map(\.name).joined(separator: " "),
          ])
      } catch {
        return Entry(
          name: template.name, path: template.path, about: String(describing: error), cells: ["", "", ""])
      }
    }
  }

  /// For people.
  package var text: String {
    entries.map { entry in
      var lines = [entry.name + (entry.path.map { "  (\($0))" } ?? "")]
      if !entry.about.isEmpty { lines.append("  " + entry.about) }
      let width = entry.parameters.map(\.names.count).max() ?? 0
      for parameter in entry.parameters {
        lines.append("    \(parameter.names.padded(to: width))  \(parameter.meaning)")
      }
      return lines.map { $0.escapedForTerminal(limit: 600) + "\n" }.joined()
    }.joined(separator: "\n")
  }

  /// For programs: one row each.
  package var table: ResultTable {
    ResultTable(
      columns: (["name"] + columns + ["file"]).map { ResultColumn($0, .text) },
      rows: entries.map { entry in
        [.text(entry.name)] + entry.cells.map(Cell.text) + [entry.path.map(Cell.text) ?? .null]
      })
  }
}
