extension Schema {
  /// Indexes that find what lies in a window, and what lies before a moment to prune to: name, table and columns.
  private static let timeIndexes =
    [(name: "message_by_hour", table: "message", columns: MessageFilter.columns)]
    + [("step", "at_ms"), ("tally", "at_ms"), ("push", "sent_ms"), ("app_open", "at_ms")].map {
      (name: "\($0)_by_time", table: $0, columns: $1)
    }

  static func createTimeIndexes(in schema: String) -> String {
    timeIndexes.map { "CREATE INDEX IF NOT EXISTS \(schema).\($0.name) ON \($0.table)(\($0.columns));" }
      .joined(separator: "\n")
  }

  static func dropTimeIndexes(in schema: String) -> String {
    timeIndexes.map { "DROP INDEX \(schema).\($0.name);" }.joined(separator: "\n")
  }
}
