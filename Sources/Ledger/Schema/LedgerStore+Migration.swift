internal import ReceiptModel
internal import SQLite

extension LedgerStore {
  /// Brings a ledger of an earlier version to this one, in one transaction.
  func migrate() throws {
    let version = try database.integer("PRAGMA user_version") ?? 0
    guard version < Schema.version else { return }
    try database.transaction {
      if version < 2 { try database.execute(Self.toVersion2) }
      if version < 3 { try database.execute(Self.toVersion3) }
      if version < 4 { try database.execute(Self.toVersion4) }
      if version < 5 { try database.execute(Self.toVersion5) }
      if version < 6 { try database.execute(Self.toVersion6) }
      if version < 7 { try database.execute(Self.toVersion7) }
      if version < 8 { try database.execute(Self.toVersion8) }
      if version < 9 { try judgeUnackableAnew() }
      if version < 10 { try addDigests() }
      try database.execute("PRAGMA user_version = \(Schema.version)")
    }
  }

  /// Deliveries say whether there is more beside them.
  private static let toVersion2 = """
    ALTER TABLE delivery ADD COLUMN besides INTEGER;
    UPDATE delivery SET besides = 1 WHERE (message_ref, device, app_ref) IN (
      SELECT message_ref, device, app_ref FROM repeat UNION SELECT message_ref, device, app_ref FROM late_attribute);
    """

  /// Messages know the hours of all their events, and events have sums over all hours; two views read by them.
  private static var toVersion3: String {
    """
    ALTER TABLE message ADD COLUMN first_event_hour INTEGER;
    ALTER TABLE message ADD COLUMN last_event_hour INTEGER;
    DROP INDEX message_by_hour;
    UPDATE message SET (first_event_hour, last_event_hour) = (
      SELECT min(base_ms) / 3600000, max(\(Schema.newestFirstTime)) / 3600000 FROM delivery WHERE message_ref = ref);
    UPDATE message SET last_event_hour = max(last_event_hour, (
      SELECT max(at_ms) / 3600000 FROM repeat WHERE message_ref = ref))
    WHERE ref IN (SELECT message_ref FROM repeat);
    \(MessageFilter.index)
    \(Schema.eventSumTable)
    INSERT INTO event_sum \(Schema.eventSums);
    DROP VIEW flags;
    DROP VIEW moment;
    CREATE VIEW moment AS \(PublicView.moment.sql);
    CREATE VIEW flags AS \(PublicView.flags.sql);
    """
  }

  /// Reports can be remembered.
  private static var toVersion4: String {
    "\(Schema.publicationTables)\nCREATE VIEW published AS \(PublicView.published.sql);"
  }

  /// Facts stand beside the events, and deliveries under other names are linked; a view asks for that.
  private static var toVersion5: String {
    """
    \(Schema.noteTables)
    \(Schema.linkTables)
    DROP VIEW delivery_fact;
    \(Schema.factView)
    DROP VIEW flags;
    CREATE VIEW flags AS \(PublicView.flags.sql);
    \(PublicView.besideEvents.map { "CREATE VIEW \($0.name) AS \($0.sql);" }.joined(separator: "\n"))
    ALTER TABLE file ADD COLUMN mapping TEXT NOT NULL DEFAULT '';
    DROP VIEW files;
    CREATE VIEW files AS \(PublicView.files.sql);
    """
  }

  /// Totals may have a time, linked failures a reason, facts are found by theirs, and runs of extensions by other names.
  ///
  /// And it knows who told what. Of deliveries with several events in a ledger of several sources nobody can say that any
  /// more, until the logs are read again; where only one source was ever imported, it told everything.
  ///
  /// Also right after `toVersion5`, which makes what is new at once.
  private static var toVersion6: String {
    """
    \(viewsOfVersion6.map { "DROP VIEW \($0.name);" }.joined(separator: "\n"))
    CREATE TEMP TABLE former AS SELECT message_ref, source, app_key, kind, count FROM main.total;
    DROP TABLE main.total;
    \(Schema.totalTable)
    INSERT INTO main.total SELECT message_ref, source, app_key, kind, 0, count FROM temp.former;
    DROP TABLE temp.former;
    \(Schema.noteIndexes)
    CREATE TEMP TABLE former AS SELECT message_ref, device, app_ref, kind, at_ms FROM main.linked_event;
    DROP TABLE main.linked_event;
    \(Schema.linkedEventTable)
    INSERT INTO main.linked_event SELECT *, 0 FROM temp.former;
    DROP TABLE temp.former;
    -- Whose reasons are to be looked up.
    INSERT OR IGNORE INTO link_pending SELECT -1 WHERE EXISTS (SELECT 1 FROM main.linked_event);
    \(viewsOfVersion6.map { "CREATE VIEW \($0.name) AS \($0.sql);" }.joined(separator: "\n"))
    \(Schema.tellerTables)
    INSERT INTO teller SELECT message_ref, device, app_ref, kind, \(Telling.unknown), at_ms FROM (
      \(TellingDefinition.rows("d.message_ref, d.device, d.app_ref"))
    ) AS f
    WHERE (SELECT count(*) FROM (SELECT DISTINCT source FROM context WHERE source <> '')) > 1 AND (
      (SELECT \(EventKind.timed.map { "(\($0.name) IS NOT NULL)" }.joined(separator: " + ")) FROM delivery AS d
        WHERE d.message_ref = f.message_ref AND d.device = f.device AND d.app_ref = f.app_ref) > 1
      OR EXISTS (SELECT 1 FROM repeat AS e
        WHERE e.message_ref = f.message_ref AND e.device = f.device AND e.app_ref = f.app_ref));
    UPDATE delivery SET besides = (coalesce(besides, 0) & 2) | 4
    WHERE (message_ref, device, app_ref) IN (SELECT message_ref, device, app_ref FROM teller);
    DROP VIEW IF EXISTS evidence;
    CREATE VIEW evidence AS \(PublicView.evidence.sql);
    DROP VIEW IF EXISTS told;
    CREATE VIEW told AS \(PublicView.told.sql);
    """
  }

  /// Deliveries may know the network of the device's address.
  private static var toVersion7: String {
    """
    DROP VIEW deliveries;
    CREATE TEMP TABLE former AS SELECT ref, network_type, isp FROM main.network;
    DROP TABLE main.network;
    \(Schema.networkTable)
    INSERT INTO main.network SELECT ref, network_type, isp, '' FROM temp.former;
    DROP TABLE temp.former;
    CREATE VIEW deliveries AS \(PublicView.deliveries.sql);
    """
  }

  /// Sums that were computed elsewhere can be loaded.
  private static var toVersion8: String {
    """
    \(Schema.loadedTables)
    \(PublicView.ofLoads.map { "CREATE VIEW \($0.name) AS \($0.sql);" }.joined(separator: "\n"))
    DROP VIEW flags;
    CREATE VIEW flags AS \(PublicView.flags.sql);
    """
  }

  /// A message that was acked can be, and so can one whose alert is text.
  private func judgeUnackableAnew() throws {
    let rows = try database.prepare("SELECT message_ref FROM unackable")
    var messages: Set<Int64> = []
    while try rows.step() { messages.insert(rows.integer(0)) }
    rows.reset()
    try EligibilityKeeper(in: database).update(messages)
    try database.execute("DROP VIEW payloads; CREATE VIEW payloads AS \(PublicView.payloads.sql)")
  }

  /// Messages know a digest of their deliveries.
  private func addDigests() throws {
    try database.execute("ALTER TABLE message ADD COLUMN digest INTEGER NOT NULL DEFAULT 0")
    try MessageDigests.fill(in: database)
  }

  private static let viewsOfVersion6: [PublicView] = [
    .totals, .tallies, .extensionRuns, .extensionSteps, .attachmentFailures,
  ]

  /// Makes a ledger of an earlier version, which stays as it is, readable as one of this version.
  func stepIn() throws {
    if try !hasEventHours { try database.execute("CREATE TEMP VIEW event_sum AS \(Schema.eventSums)") }
    let version = try database.integer("PRAGMA user_version") ?? 0
    if version < 8 {
      try database.execute(Schema.loadedTables.replacing("CREATE TABLE", with: "CREATE TEMP TABLE"))
      for view in PublicView.ofLoads {
        try database.execute("CREATE TEMP VIEW \(view.name) AS \(view.sql)")
      }
    }
    if version < 7 {
      try database.execute(
        """
        CREATE TEMP VIEW network AS SELECT *, '' AS client_network FROM main.network;
        CREATE TEMP VIEW deliveries AS \(PublicView.deliveries.sql);
        """)
    }
    if version < 6 {
      try database.execute(Schema.tellerTables.replacing("CREATE TABLE", with: "CREATE TEMP TABLE"))
    }
    if version < 5 {
      try database.execute(
        (Schema.noteTables + "\n" + Schema.linkTables).replacing("CREATE TABLE", with: "CREATE TEMP TABLE"))
      // Before mappings all files were of one source.
      try database.execute("CREATE TEMP VIEW files AS SELECT *, 'alibaba' AS source FROM main.files")
      for view in PublicView.besideEvents {
        try database.execute("CREATE TEMP VIEW \(view.name) AS \(view.sql)")
      }
    } else if version < 6 {
      try database.execute(
        """
        CREATE TEMP VIEW total AS SELECT message_ref, source, app_key, kind, 0 AS counted_ms, count FROM main.total;
        CREATE TEMP VIEW linked_event AS SELECT *, 0 AS reason_ref FROM main.linked_event;
        \(Self.viewsOfVersion6.map { "CREATE TEMP VIEW \($0.name) AS \($0.sql);" }.joined(separator: "\n"))
        """)
      for view in [PublicView.evidence, .told] {
        try database.execute("CREATE TEMP VIEW \(view.name) AS \(view.sql)")
      }
    }
  }

  /// Whether messages know the hours of their events, and the ledger the sums of its events.
  var hasEventHours: Bool { get throws { try (database.integer("PRAGMA user_version") ?? 0) >= 3 } }

}
