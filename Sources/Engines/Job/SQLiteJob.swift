import Assets

/// The statements that compute the model in SQLite; the program fills `event` and the accounts of lines itself.
package struct SQLiteJob {
  let head: JobHead
  let settings: JobSettings

  package init(run: String, settings: JobSettings) {
    head = JobHead(run: run, engine: .sqlite, settings: settings.digest)
    self.settings = settings
  }

  /// What an event is to the model, in the order of its columns, behind AppKey, message, device, kind, raw type and time.
  static let attributes = [
    "source", "platform", "channel", "job_key", "app_version", "os", "os_version", "brand", "network_type",
    "isp", "reason",
  ]

  /// The tables that are filled by the program.
  static let tables = """
    CREATE TABLE event(app_key TEXT NOT NULL, message_id TEXT NOT NULL, device_id TEXT NOT NULL, kind TEXT NOT NULL,
      raw_type TEXT NOT NULL, at_ms INTEGER NOT NULL,
      \(attributes.map { "\($0) TEXT NOT NULL" }.joined(separator: ", "))) STRICT;
    CREATE TABLE rejected_reason(reason TEXT NOT NULL, lines INTEGER NOT NULL) STRICT;
    CREATE TABLE line_count(lines INTEGER NOT NULL, corrupt_lines INTEGER NOT NULL, rejected_lines INTEGER NOT NULL,
      ignored_lines INTEGER NOT NULL, event_lines INTEGER NOT NULL) STRICT;

    """

  /// The inputs of settings and the model, where tables take the place of views that are used often.
  var views: [String] {
    JobInputs(settings: settings, literals: LiteralWriter(.sqlite)).statements
      + ModelQuery.allCases.flatMap { query in
        [.fact, .eventCell, .flag].contains(query) ? [query.text, Self.keep(query.view)] : [query.text]
      }
  }

  /// All statements, for people and tests.
  package var text: String {
    ([Self.tables] + views + Relation.allCases.map { $0.query(head) + ";\n" }).joined(separator: "\n")
  }

  private static func keep(_ view: String) -> String {
    """
    CREATE TABLE stored_\(view) AS SELECT * FROM \(view);
    DROP VIEW \(view);
    CREATE TEMPORARY VIEW \(view) AS SELECT * FROM stored_\(view);

    """
  }
}
