extension Schema {
  /// Indexes that find the facts of a window, and those before a moment to prune to.
  static let noteIndexes = createNoteIndexes(in: "main")

  /// Facts that are found by their time, and its column.
  private static let timedNotes = [
    ("step", "at_ms"), ("tally", "at_ms"), ("push", "sent_ms"), ("app_open", "at_ms"),
  ]

  static func createNoteIndexes(in schema: String) -> String {
    timedNotes.map { "CREATE INDEX IF NOT EXISTS \(schema).\($0)_by_time ON \($0)(\($1));" }.joined(
      separator: "\n")
  }

  static func dropNoteIndexes(in schema: String) -> String {
    timedNotes.map { "DROP INDEX \(schema).\($0.0)_by_time;" }.joined(separator: "\n")
  }

  /// The tables of facts beside the events; each is a set, as the events are.
  static let noteTableNames = ["payload", "push", "total", "alias", "token", "tally", "step", "app_open"]

  /// Those that are about a message, and what follows from them; they go with it.
  static let messageNoteTables = noteTableNames.filter { $0 != "token" && $0 != "app_open" } + ["expectation"]
}
