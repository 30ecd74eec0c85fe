import Ledger
import ReceiptModel

/// The public views and the metric dictionary as tables.
enum SchemaTables {
  /// One row per column of each view.
  static func columns(of views: [PublicView]) -> ResultTable {
    ResultTable(
      columns: ["view", "column", "type", "unit", "meaning"].map { ResultColumn($0, .text) },
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
      columns: ["metric", "numerator", "denominator", "meaning"].map { ResultColumn($0, .text) },
      rows: Metric.allCases.map {
        [.text($0.rawValue), .text($0.numerator), .text($0.denominator), .text($0.meaning)]
      })
  }

  /// Every counter, under the name it has in the hourly views.
  static var counters: ResultTable {
    ResultTable(
      columns: ["counter", "definition"].map { ResultColumn($0, .text) },
      rows: Count.allCases.map { [.text($0.name), .text($0.definition)] })
  }

  /// Rates and counters in one table, for programs.
  static var dictionary: ResultTable {
    ResultTable(
      columns: ["kind", "id", "numerator", "denominator", "meaning"].map { ResultColumn($0, .text) },
      rows: metrics.rows.map { [.text("rate")] + $0 }
        + counters.rows.map { [.text("counter"), $0[0], .null, .null, $0[1]] })
  }

  private static func unit(_ column: PublicColumn) -> Cell {
    column.unit.isEmpty ? .null : .text(column.unit)
  }
}
