/// The statements that compute the model in SQLite; the program fills `event` and the accounts of lines itself.
package struct SQLiteJob {
  let head: JobHead
  let settings: JobSettings

  package init(run: String, settings: JobSettings) {
    head = JobHead(run: run, engine: .sqlite, settings: settings.digest)
    self.settings = settings
  }

  /// The tables that the program fills.
  static let tables = """
    CREATE TABLE event(\(texts(ModelEvent.texts)),
      at_ms INTEGER NOT NULL,
      \(texts(ModelEvent.attributes))) STRICT;
    CREATE TABLE rejected_reason(reason TEXT NOT NULL, lines INTEGER NOT NULL) STRICT;
    CREATE TABLE line_count(\(LineAccount.columns.map { "\($0) INTEGER NOT NULL" }.joined(separator: ", "))) STRICT;

    """

  private static func texts(_ columns: [String]) -> String {
    columns.map { "\($0) TEXT NOT NULL" }.joined(separator: ", ")
  }

  /// The inputs of settings and the model, where tables take the place of views that are used often.
  var views: [String] {
    JobInputs(settings: settings, literals: LiteralWriter(.sqlite)).statements + TableModel.statements
  }

  /// All statements, for people and tests.
  package var text: String {
    ([Self.tables] + views + Relation.allCases.map { $0.query(head) + ";\n" }).joined(separator: "\n")
  }
}
