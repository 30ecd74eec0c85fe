extension Schema {
  /// An index that finds what lies in a window, and what lies before a moment to prune to.
  typealias TimeIndex = (name: String, table: String, columns: String)

  static let timeIndexes =
    [(name: "message_by_hour", table: "message", columns: MessageFilter.columns)] + factIndexes

  /// Those of tables that hold facts beside events.
  static let factIndexes: [TimeIndex] = [
    ("step", "at_ms"), ("tally", "at_ms"), ("push", "sent_ms"), ("app_open", "at_ms"),
  ].map { (name: "\($0)_by_time", table: $0, columns: $1) }

  static func createTimeIndexes(in schema: String, of indexes: [TimeIndex]) -> String {
    indexes.map { "CREATE INDEX IF NOT EXISTS \(schema).\($0.name) ON \($0.table)(\($0.columns));" }
      .joined(separator: "\n")
  }

  static func dropTimeIndexes(in schema: String, of indexes: [TimeIndex]) -> String {
    indexes.map { "DROP INDEX \(schema).\($0.name);" }.joined(separator: "\n")
  }
}
