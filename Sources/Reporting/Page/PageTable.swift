package import Prose

/// A table of a page; each row has a cell for each column.
package struct PageTable: Equatable, Sendable {
  package struct Column: Equatable, Sendable {
    package var title: Phrase
    package var isNumber: Bool
    /// Whether a narrow screen shows it below the others, in a second line of each row.
    package var folds = false

    /// A column of words, to the left.
    package static func text(_ title: Phrase) -> Column { Column(title: title, isNumber: false) }

    /// A column of numbers, to the right.
    package static func number(_ title: Phrase) -> Column { Column(title: title, isNumber: true) }

    /// The same column, below the others on a narrow screen.
    package var folded: Column { Column(title: title, isNumber: isNumber, folds: true) }
  }

  package var columns: [Column]
  package var rows: [[Phrase]]

  package init(_ columns: [Column], rows: [[Phrase]]) {
    precondition(rows.allSatisfy { $0.count == columns.count }, "a row has a cell for each column")
    self.columns = columns
    self.rows = rows
  }
}
