import Prose

/// A GFM table whose source is aligned too, because it is read in terminals and diffs as often as rendered.
struct MarkdownTable: Sendable {
  struct Column: Sendable {
    var title: String
    var isNumber: Bool

    /// A column of words, to the left.
    static func text(_ title: String) -> Column { Column(title: title, isNumber: false) }

    /// A column of numbers, to the right.
    static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
  }

  var columns: [Column]
  /// Cells in Markdown, already escaped; each row has one for each column.
  var rows: [[String]]

  init(_ columns: [Column], rows: [[String]]) {
    precondition(rows.allSatisfy { $0.count == columns.count }, "a row has a cell for each column")
    self.columns = columns
    self.rows = rows
  }

  /// The table's lines, without a line break at the end.
  var text: String {
    let widths = columns.indices.map { column in
      ([columns[column].title] + rows.map { $0[column] }).reduce(3) { width, cell in
        // One very long name must not push every other row off the screen.
        cell.displayWidth > 48 ? width : max(width, cell.displayWidth)
      }
    }
    func line(_ cells: [String]) -> String {
      let padded = columns.indices.map {
        cells[$0].padded(to: widths[$0], right: columns[$0].isNumber)
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = columns.indices.map { column in
      let dashes = String(repeating: "-", count: widths[column] - 1)
      return columns[column].isNumber ? dashes + ":" : dashes + "-"
    }
    return ([line(columns.map(\.title)), "| " + rule.joined(separator: " | ") + " |"] + rows.map(line))
      .joined(separator: "\n")
  }
}
