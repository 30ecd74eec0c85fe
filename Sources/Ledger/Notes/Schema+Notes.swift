extension Schema {
  /// The tables of facts beside the events; each is a set, as the events are.
  static let noteTableNames = ["payload", "push", "total", "alias", "token", "tally", "step", "app_open"]

  /// Those that are about a message, and what follows from them; they go with it.
  static let messageNoteTables = noteTableNames.filter { $0 != "token" && $0 != "app_open" } + ["expectation"]
}
