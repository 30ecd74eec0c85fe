import Prose
package import ReceiptModel

/// What people may rely on, and the metric dictionary, as tables.
package enum SchemaTables {
  /// One row per column of each table.
  ///
  /// - Parameter kind: what a table is called here: `view`.
  package static func columns(of tables: [DescribedTable], called kind: String) -> ResultTable {
    ResultTable(
      columns: named([kind.replacing(" ", with: "_"), "column"], ["type", "unit", "meaning"]),
      rows: tables.flatMap { table in
        table.columns.map {
          [.text(table.name), .text($0.name), .text($0.type), unit($0.unit), .text($0.meaning)]
        }
      })
  }

  /// The columns of one table, without its name.
  package static func columns(of table: DescribedTable) -> ResultTable {
    var columns = columns(of: [table], called: "")
    columns.columns.removeFirst()
    columns.rows = columns.rows.map { Array($0.dropFirst()) }
    return columns
  }

  /// Every rate.
  package static var metrics: ResultTable {
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
  package static var counters: ResultTable {
    ResultTable(
      columns: named(["counter"], ["definition"]),
      rows: Count.allCases.map { [.text($0.name), .text($0.definition)] })
  }

  /// Rates and counters in one table, for programs.
  package static var dictionary: ResultTable {
    ResultTable(
      columns: named(["kind", "id"], ["numerator", "denominator", "meaning"]),
      rows: metrics.rows.map { [.text("rate")] + $0 }
        + counters.rows.map { [.text("counter"), $0[0], .null, .null, $0[1]] })
  }

  /// Every function that queries may call beside SQLite's.
  package static var functions: ResultTable {
    ResultTable(
      columns: named(["function"], ["meaning"]),
      rows: QueryFunctions.all(zone: .utc).map { [.text($0.call), .text($0.meaning)] })
  }

  /// Columns of names, which Markdown sets as code, and columns of words.
  private static func named(_ names: [String], _ words: [String]) -> [ResultColumn] {
    names.map { ResultColumn($0, .identifier) } + words.map { ResultColumn($0, .text) }
  }

  private static func unit(_ unit: String) -> Cell { unit.isEmpty ? .null : .text(unit) }
}
