import CommandLineKit
import ReceiptModel
import Reporting

/// How a result is printed; the raw value is what people type.
enum ResultFormat: String, CaseIterable, ArgumentValue {
  /// Aligned columns for people.
  case table
  case csv
  /// One array of objects.
  case json
  /// One object a line.
  case jsonl
  /// A table of GitHub Flavored Markdown.
  case md

  private var tableFormat: TableFormat {
    switch self {
    case .table: .table
    case .csv: .csv
    case .json: .json
    case .jsonl: .jsonl
    case .md: .markdown
    }
  }

  /// A whole table in this format.
  func bytes(of table: ResultTable) -> [UInt8] {
    var bytes: [UInt8] = []
    tableFormat.write(table, into: &bytes)
    return bytes
  }

  /// The writer, which takes one row at a time.
  var rowFormat: any RowFormat { tableFormat.rowFormat() }
}
