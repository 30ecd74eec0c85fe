import ReceiptModel

extension Schema {
  /// What reports said, so that later ones can tell what changed since and why.
  ///
  /// No part of the set of events: imports, digests and `verify` neither read nor write it.
  static var publicationTables: String {
    """
    CREATE TABLE publication(ref INTEGER PRIMARY KEY, zone TEXT NOT NULL, app_keys TEXT NOT NULL,
      as_of_ms INTEGER NOT NULL, tool_version TEXT NOT NULL, settings TEXT NOT NULL, definitions TEXT NOT NULL,
      data TEXT NOT NULL, UNIQUE(zone, app_keys, as_of_ms, settings, definitions, data)) STRICT;
    -- part: 0 the counters; 1 what of them is owed to events after as-of, where that is anything.
    CREATE TABLE published_day(start_ms INTEGER NOT NULL, publication_ref INTEGER NOT NULL REFERENCES publication,
      part INTEGER NOT NULL, end_ms INTEGER NOT NULL,
      \(Count.allCases.map { "\($0.name) INTEGER NOT NULL" }.joined(separator: ", ")),
      PRIMARY KEY(start_ms, publication_ref, part)) STRICT, WITHOUT ROWID;
    """
  }
}

extension PublicView {
  static let published = PublicView(
    name: "published",
    row: "a day of a report that was published with report --publish",
    columns: [
      .text("zone", "time zone of the report, which says what a day is"),
      .text("app_keys", "AppKeys it was limited to, as a JSON array; [] for all"),
      .time("as_of_ms", "\"now\" of the report"),
      .time("day_start_ms", "where the day begins"),
      .time("day_end_ms", "where the next day begins"),
      .text("tool_version", "version of the program that made it"),
      .text("settings", "the settings that deliveries were judged by, a line each"),
      .text("definitions", "digest of what rates and counts meant"),
      .text("data", "digest of all that the report took from the ledger"),
    ] + Count.allCases.map { .count($0.name, $0.definition) },
    sql: """
      SELECT p.zone, p.app_keys, p.as_of_ms, d.start_ms AS day_start_ms, d.end_ms AS day_end_ms, p.tool_version,
        p.settings, p.definitions, p.data, \(Count.allCases.map { "d.\($0.name)" }.joined(separator: ", "))
      FROM published_day AS d JOIN publication AS p ON p.ref = d.publication_ref WHERE d.part = 0
      """)
}
