package import ReceiptModel

/// A GFM table whose source is aligned too, because it is read in terminals and diffs as often as rendered.
package struct MarkdownTable: Sendable {
  package struct Column: Sendable {
    package var title: String
    package var isNumber: Bool

    /// A column of words, to the left.
    package static func text(_ title: String) -> Column { Column(title: title, isNumber: false) }

    /// A column of numbers, to the right.
    package static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
  }

  package var columns: [Column]
  /// Cells in Markdown, already escaped; each row has one for each column.
  package var rows: [[String]]

  package init(_ columns: [Column], rows: [[String]]) {
    precondition(rows.allSatisfy { $0.count == columns.count }, "a row has a cell for each column")
    self.columns = columns
    self.rows = rows
  }

  /// The answer of a query; NULL is shown as an empty cell.
  package init(_ table: ResultTable) {
    let columns = table.columns.enumerated().map { place, column in
      let isNumber =
        switch column.type {
        case .integer, .real: true
        case .text, .blob, .identifier: false
        case nil: table.rows.contains { $0[place].isNumber } && table.rows.allSatisfy { !$0[place].isWord }
        }
      return Column(title: Markdown.escape(column.name), isNumber: isNumber)
    }
    self.init(
      columns,
      rows: table.rows.map { row in
        zip(table.columns, row).map { column, cell in Self.markdown(cell, digits: column.fractionDigits) }
      })
  }

  private static func markdown(_ cell: Cell, digits: Int?) -> String {
    switch cell {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number): digits.map { Figures.fixed(number, digits: $0) } ?? "\(number)"
    case .text(let text): Markdown.escape(text)
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }

  /// The table's lines, without a line break at the end.
  package var text: String {
    let widths = columns.indices.map { column in
      ([columns[column].title] + rows.map { $0[column] }).reduce(3) { width, cell in
        let cellWidth = TextWidth.columns(cell)
        // One very long name must not push every other row off the screen.
        return cellWidth > 48 ? width : max(width, cellWidth)
      }
    }
    func line(_ cells: [String]) -> String {
      let padded = columns.indices.map { column in
        let blanks = String(repeating: " ", count: max(0, widths[column] - TextWidth.columns(cells[column])))
        return columns[column].isNumber ? blanks + cells[column] : cells[column] + blanks
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

extension Cell {
  /// Whether it is neither a number nor NULL.
  fileprivate var isWord: Bool { !isNumber && !isNull }
}
