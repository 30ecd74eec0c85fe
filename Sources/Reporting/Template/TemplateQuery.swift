package import ReceiptModel

/// A stored query as a template asks it.
package struct TemplateQuery: Equatable, Sendable {
  /// The value that a parameter of the query takes.
  package enum Argument: Equatable, Sendable {
    case cell(Cell)
    /// `$name`: what the report was given, or is about.
    case value(String)
  }

  package var name: String
  /// By the parameter's name, without the colon.
  package var arguments: [String: Argument]
  package var line: Int
}

/// How the answer of a query becomes a table.
package struct TableLayout: Equatable, Sendable {
  /// A column of the answer, and what stands above it; `nil` for its name in words.
  package struct Column: Equatable, Sendable {
    package var name: String
    package var title: String?
  }

  /// The columns in this order; empty for all as they come.
  package var columns: [Column] = []
  /// Rows to show, `nil` for all; those beyond are counted.
  package var limit: Int?
  /// Stands above the table.
  package var title: String?
  /// Stands where there is no row; `nil` for "No data.".
  package var empty: String?
}

/// How the answer of a query becomes a picture.
package struct ChartLayout: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// From the top down.
    case bars
    /// From left to right.
    case columns
    /// Shares over days.
    case lines
  }

  package var kind: Kind
  /// The column that names each bar or day.
  package var label: String
  /// The column of the lengths; several only for lines.
  package var values: [String]
  /// The columns of the Wilson limits.
  package var low: String?
  package var high: String?
  package var limit: Int?
  package var title: String?

  /// Every column it needs.
  var columns: [String] { [label] + values + [low, high].compactMap { $0 } }
}
