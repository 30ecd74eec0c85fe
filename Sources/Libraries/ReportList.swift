import CommandLineKit
package import ReceiptModel
import Reporting

/// What `report --list` prints.
package struct ReportList {
  let library: ReportLibrary

  package init(library: ReportLibrary) { self.library = library }

  /// For people: name, summary and parameters of each; of a template that cannot be read, why.
  package var text: String {
    library.templates.map { template in
      var lines = [template.name + (template.path.map { "  (\($0))" } ?? "")]
      do {
        let header = try template.header
        if !header.summary.isEmpty { lines.append("  " + header.summary) }
        let width = header.parameterNames.map { $0.count + 1 }.max() ?? 0
        for parameter in header.parameters {
          let name = (":" + parameter.name).padded(to: width)
          lines.append("    \(name)  \(parameter.meaning)\(parameter.isNeeded ? "; needed" : "")")
        }
      } catch {
        lines.append("  " + String(describing: error))
      }
      return lines.map { $0.escapedForTerminal(limit: 600) + "\n" }.joined()
    }.joined(separator: "\n")
  }

  /// For programs: one row per report.
  package var table: ResultTable {
    ResultTable(
      columns: ["name", "summary", "parameters", "needed", "file"].map { ResultColumn($0, .text) },
      rows: library.templates.map { template in
        let header = (try? template.header) ?? TemplateHeader()
        let needed = header.parameters.filter(\.isNeeded).map(\.name)
        return [
          .text(template.name), .text(header.summary),
          .text(header.parameterNames.joined(separator: " ")), .text(needed.joined(separator: " ")),
          template.path.map(Cell.text) ?? .null,
        ]
      })
  }
}
