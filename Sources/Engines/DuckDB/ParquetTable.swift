package import ReceiptModel

/// A table to be written as Parquet: its columns, and by which its files are parted.
package struct ParquetTable: Sendable {
  package var name: String
  /// Times are texts of ISO 8601, or numbers with the unit `ms UTC`; where their name ends in `_ms`, they stay numbers.
  package var columns: [ResultColumn]
  /// The column whose day a row belongs to, a day or a time; `nil` for one file.
  package var day: String?
  /// What is said of the whole table, by name.
  package var metadata: [(name: String, value: String)] = []

  package init(_ name: String, columns: [ResultColumn], day: String? = nil) {
    (self.name, self.columns, self.day) = (name, columns, day)
  }

  /// The statement that reads its rows as CSV from standard input and writes a folder of its name.
  var job: String {
    let literals = LiteralWriter(.duckDB)
    let types = columns.map { "\(literals.text($0.name)): '\(Self.type(of: $0))'" }
    var values = columns.filter { $0.name != "day" || day == nil }.map {
      "\(Self.value(of: $0)) AS \"\($0.name)\""
    }
    // Days of texts are those of the time zone that they are written in.
    if let day { values.append("substr(\"\(day)\"::VARCHAR, 1, 10)::DATE AS day") }
    let facts = metadata.map { "\($0.name): \(literals.text($0.value))" }.joined(separator: ", ")
    let parts = day == nil ? "FILE_SIZE_BYTES '1GB'" : "PARTITION_BY (day)"
    return """
      SET memory_limit = '1GB';
      SET temp_directory = '_spill';
      COPY (
        SELECT \(values.joined(separator: ", "))
        FROM read_csv('/dev/stdin', auto_detect = false, header = true, delim = ',', quote = '"', escape = '"',
          nullstr = '', allow_quoted_nulls = false,
          columns = {\(types.joined(separator: ", "))})
      ) TO \(literals.text(name)) (FORMAT parquet, COMPRESSION zstd, \(parts), KV_METADATA {\(facts)});

      """
  }

  private static func type(of column: ResultColumn) -> String {
    switch column.type {
    case .integer: "BIGINT"
    case .real: "DOUBLE"
    case .date: "DATE"
    case .boolean: "BOOLEAN"
    case .text, .blob, .identifier, .time, nil: "VARCHAR"
    }
  }

  private static func value(of column: ResultColumn) -> String {
    let name = "\"\(column.name)\""
    return switch (column.type, column.unit) {
    case (.time, _): "\(name)::TIMESTAMPTZ"
    case (.integer, "ms UTC") where !column.name.hasSuffix("_ms"): "make_timestamptz(\(name) * 1000)"
    case (.integer, "0/1"): "\(name) <> 0"
    default: name
    }
  }
}
