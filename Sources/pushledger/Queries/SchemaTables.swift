import Ledger
import Prose
import ReceiptModel

/// The public views and the metric dictionary as tables.
enum SchemaTables {
  /// One row per column of each view.
  static func columns(of views: [PublicView]) -> ResultTable {
    ResultTable(
      columns: named(["view", "column"], ["type", "unit", "meaning"]),
      rows: views.flatMap { view in
        view.columns.map { [.text(view.name), .text($0.name), .text($0.type), unit($0), .text($0.meaning)] }
      })
  }

  /// The columns of one view, without its name.
  static func columns(of view: PublicView) -> ResultTable {
    var table = columns(of: [view])
    table.columns.removeFirst()
    table.rows = table.rows.map { Array($0.dropFirst()) }
    return table
  }

  /// Every rate.
  static var metrics: ResultTable {
    ResultTable(
      columns: named(["metric"], ["numerator", "denominator", "meaning"]),
      rows: Metric.allCases.map {
        [
          .text($0.rawValue), .text($0.numerator.plain()), .text($0.denominator.plain()),
          .text($0.meaning.plain()),
        ]
      })
  }

  /// Every counter, under the name it has in the hourly views.
  static var counters: ResultTable {
    ResultTable(
      columns: named(["counter"], ["definition"]),
      rows: Count.allCases.map { [.text($0.name), .text($0.definition)] })
  }

  /// Rates and counters in one table, for programs.
  static var dictionary: ResultTable {
    ResultTable(
      columns: named(["kind", "id"], ["numerator", "denominator", "meaning"]),
      rows: metrics.rows.map { [.text("rate")] + $0 }
        + counters.rows.map { [.text("counter"), $0[0], .null, .null, $0[1]] })
  }

  /// Columns of names, which Markdown sets as code, and columns of words.
  private static func named(_ names: [String], _ words: [String]) -> [ResultColumn] {
    names.map { ResultColumn($0, .identifier) } + words.map { ResultColumn($0, .text) }
  }

  private static func unit(_ column: PublicColumn) -> Cell {
    column.unit.isEmpty ? .null : .text(column.unit)
  }
}
