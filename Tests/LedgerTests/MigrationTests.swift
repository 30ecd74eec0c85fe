import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// Ledgers of earlier versions are read as they are, and brought to this version by the next import.
struct MigrationTests {
  /// What takes a ledger one version back, by the version it has then.
  private static let stepsBack = [
    9: "ALTER TABLE message DROP COLUMN digest; PRAGMA user_version = 9",
    8: "PRAGMA user_version = 8",
    7: """
    \(PublicView.ofLoads.map { "DROP VIEW \($0.name);" }.joined())
    \(Schema.loadedTableNames.map { "DROP TABLE \($0);" }.joined())
    DROP VIEW flags; CREATE VIEW flags AS SELECT '' AS flag, as_of_ms FROM moment; PRAGMA user_version = 7
    """,
    6: """
    DROP VIEW deliveries;
    CREATE TEMP TABLE former AS SELECT ref, network_type, isp FROM main.network;
    DROP TABLE main.network;
    CREATE TABLE network(ref INTEGER PRIMARY KEY, network_type TEXT NOT NULL, isp TEXT NOT NULL,
      UNIQUE(network_type, isp)) STRICT;
    INSERT INTO main.network SELECT * FROM temp.former; DROP TABLE temp.former;
    CREATE VIEW deliveries AS \(deliveriesWithoutNetworks); PRAGMA user_version = 6
    """,
    5: """
    CREATE TABLE former_link(message_ref INTEGER NOT NULL, device ANY NOT NULL, app_ref INTEGER NOT NULL,
      kind INTEGER NOT NULL, at_ms INTEGER NOT NULL,
      PRIMARY KEY(message_ref, device, app_ref, kind, at_ms)) STRICT, WITHOUT ROWID;
    INSERT INTO former_link SELECT message_ref, device, app_ref, kind, at_ms FROM linked_event;
    DROP VIEW told; DROP VIEW evidence; DROP TABLE teller; DROP TABLE source; DROP TABLE linked_event;
    ALTER TABLE former_link RENAME TO linked_event;
    CREATE VIEW evidence AS SELECT NULL AS source FROM linked_event;
    DROP INDEX step_by_time; DROP INDEX tally_by_time; DROP INDEX push_by_time; DROP INDEX app_open_by_time;
    CREATE TABLE former(message_ref INTEGER NOT NULL, source TEXT NOT NULL, app_key TEXT NOT NULL,
      kind INTEGER NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY(message_ref, source, app_key, kind, count)) STRICT, WITHOUT ROWID;
    INSERT INTO former SELECT message_ref, source, app_key, kind, count FROM total;
    DROP VIEW totals; DROP TABLE total; ALTER TABLE former RENAME TO total;
    CREATE VIEW totals AS SELECT source, kind, count AS their_count FROM total;
    UPDATE delivery SET besides = nullif(besides & 2, 0) WHERE besides & 4;
    UPDATE delivery SET besides = 1 WHERE besides IS NULL AND (message_ref, device, app_ref) IN (
      SELECT message_ref, device, app_ref FROM repeat UNION SELECT message_ref, device, app_ref FROM late_attribute);
    PRAGMA user_version = 5
    """,
    4: """
    \(PublicView.besideEvents.map { "DROP VIEW IF EXISTS \($0.name);" }.joined()) DROP VIEW flags;
    DROP VIEW files; ALTER TABLE file DROP COLUMN mapping; CREATE VIEW files AS \(filesWithoutSource);
    DROP VIEW delivery_fact; CREATE VIEW delivery_fact AS \(plainFacts);
    \((Schema.linkTableNames + Schema.noteTableNames + ["unackable"]).map { "DROP TABLE \($0);" }.joined())
    CREATE VIEW flags AS SELECT '' AS flag, as_of_ms FROM moment; PRAGMA user_version = 4
    """,
    3: "DROP VIEW published; DROP TABLE published_day; DROP TABLE publication; PRAGMA user_version = 3",
    2: """
    DROP VIEW flags; DROP VIEW moment; DROP TABLE event_sum; DROP INDEX message_by_hour;
    ALTER TABLE message DROP COLUMN first_event_hour; ALTER TABLE message DROP COLUMN last_event_hour;
    CREATE INDEX message_by_hour ON message(last_hour, first_hour);
    CREATE VIEW moment AS SELECT max(newest_ms) AS as_of_ms FROM event_hour;
    CREATE VIEW flags AS SELECT '' AS flag, as_of_ms FROM moment;
    PRAGMA user_version = 2
    """,
    1: "ALTER TABLE delivery DROP COLUMN besides; PRAGMA user_version = 1",
  ]

  /// What was told of a file before there were mappings.
  private static let filesWithoutSource: String = {
    let sql = PublicView.files.sql
    guard let source = sql.firstRange(of: "iif(mapping")?.lowerBound,
      let comma = sql[..<source].lastIndex(of: ","), let end = sql.firstRange(of: "FROM file")?.lowerBound
    else { preconditionFailure("the view files does not tell a file's mapping") }
    return sql[..<comma] + "\n" + sql[end...]
  }()

  /// What was judged of a delivery before payloads were known.
  private static let plainFacts = Schema.factQuery.replacing(
    Schema.isAckEligible, with: "c.is_ack_eligible")

  /// What was told of a delivery before it could know the network of its device.
  private static let deliveriesWithoutNetworks: String = {
    let sql = PublicView.deliveries.sql
    let former = sql.replacing(",\n  nullif(n.client_network, '') AS client_network", with: "")
    precondition(former != sql, "the view deliveries does not tell networks")
    return former
  }()

  /// Makes a ledger of this version one of an earlier version.
  private static func stepBack(_ store: LedgerStore, to version: Int) throws {
    for step in (version..<Int(Schema.version)).reversed() {
      try store.database.execute(try #require(stepsBack[step]))
    }
  }

  /// Events as they came into ledgers that knew no networks of devices.
  private static func formerEvents(
    _ count: Int, messages: Int, sources: [String] = ["alibaba"], seed: UInt64
  ) -> [PlainEvent] {
    randomEvents(count, messages: messages, sources: sources, seed: seed).map { event in
      var event = event
      event.attributes[.clientNetwork] = nil
      return event
    }
  }

  private static func merge(_ events: some Sequence<PlainEvent>, into path: String) throws -> LedgerStore {
    let store = try LedgerStore.openForWriting(path)
    var run = EventRun(capacity: 4096)
    for event in events { run.append(event) }
    _ = try LedgerWriter(store, settings: LedgerSettings()).commit(
      run.sorted(), files: [], clock: Instant(milliseconds: 0))
    return store
  }

  /// Everything that is read by the hours of messages or from the sums of events.
  private static func answers(_ store: LedgerStore) throws -> [String] {
    let scope = CohortScope(
      days: [DaySpan(name: "d", start: 1_790_000_005_000, end: 1_790_003_620_000)], appKeys: [],
      asOf: 1_790_009_000_000, settle: 0)
    return [
      "\(try store.health(scope))", "\(try store.flagCounts(scope))",
      "\(try store.flags(scope, includesSilent: true))", "\(try store.channelCells(scope))",
      "\(try store.messageCells(scope))", "\(try store.failureCells(scope))", "\(try store.status())",
    ]
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func
    `a ledger without reasons of linked failures and times of counts is right, and the next import adds them`(
      seed: UInt64
    ) throws
  {
    let folder = try ScratchFolder()
    let log = RandomLinks(120, seed: seed)
    let total = Note.total(
      TotalNote(source: "console", app: "", message: "m1", counts: [.sent: 3, .opened: 1]))
    let lines = log.lines + [.note(total)]
    let wanted = try LinkedLedger.write([[lines]], folder.path("new.db"))
    let counts = "SELECT source, kind, their_count, ledger_count FROM totals ORDER BY 1, 2"
    let rows = try wanted.table(counts).rows
    let path = folder.path("old.db")
    do {
      let old = try LinkedLedger.write([[lines]], path)
      // Such a ledger counted no reason that a link tells.
      try old.database.execute("UPDATE linked_event SET reason_ref = 0")
      try old.rebuildRollups()
      try Self.stepBack(old, to: 5)
    }
    let old = try LedgerStore.openForReading(path)
    #expect(try old.verify() == [])
    #expect(try old.table(counts).rows == rows)
    let store = try LinkedLedger.write([[[]]], path)
    #expect(try store.verify() == [])
    let failures = "SELECT * FROM hourly_failures ORDER BY 1, 2, 3, 4, 5, 6"
    #expect(try store.table(failures).rows == wanted.table(failures).rows)
    #expect(try store.table(counts).rows == rows)
    // Who told what is known again when the logs are read again.
    let again = try LinkedLedger.write([[lines]], path)
    #expect(try again.fingerprint() == wanted.fingerprint())
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9], 0..<2)
  func `a ledger of an earlier version is read alike and brought to this one by the next import`(
    version: Int, seed: UInt64
  ) throws {
    let folder = try ScratchFolder()
    let former = Self.formerEvents(400, messages: 20, seed: seed).prefix(250)
    // From here on devices have networks, those of events that were known before, too.
    let events = randomEvents(400, messages: 20, seed: seed).dropFirst(200)
    let wanted = try Self.merge(former + events, into: folder.path("new.db"))
    let path = folder.path("old.db")
    let before = try Self.merge(former, into: path)
    let answers = try Self.answers(before)
    let fingerprint = try before.fingerprint()
    try Self.stepBack(before, to: version)
    let old = try LedgerStore.openForReading(path)
    #expect(try old.verify() == [])
    #expect(try Self.answers(old) == answers)
    #expect(try old.fingerprint() == fingerprint)
    let anyTime = Publication.Scope(zone: "UTC", appKeys: [])
    #expect(try old.published(anyTime, before: .max, starting: 0..<Int64.max).isEmpty)
    let store = try Self.merge(events, into: path)
    #expect(try store.fingerprint() == wanted.fingerprint())
    #expect(try store.verify() == [])
    #expect(try Self.answers(store) == Self.answers(wanted))
    #expect(try store.database.integer("PRAGMA user_version") == Int64(Schema.version))
    for view in PublicView.all {
      let sql = "SELECT sql FROM sqlite_schema WHERE name = '\(view.name)'"
      #expect(try store.database.text(sql) == wanted.database.text(sql))
    }
  }

  @Test(arguments: 0..<6)
  func `who told what is unknown of a ledger that did not take it down, until its logs are read again`(
    seed: UInt64
  ) throws {
    let folder = try ScratchFolder()
    let events = Self.formerEvents(250, messages: 20, sources: ["alibaba", "huawei", "send-log"], seed: seed)
    let wanted = try Self.merge(events, into: folder.path("new.db"))
    let path = folder.path("old.db")
    let before = try Self.merge(events, into: path)
    try Self.stepBack(before, to: 5)
    let old = try LedgerStore.openForReading(path)
    #expect(try old.verify() == [])
    #expect(try Self.answers(old).count == 7)
    let store = try Self.merge([], into: path)
    #expect(try store.verify() == [])
    #expect(try store.fingerprint() != wanted.fingerprint())
    let sure = "SELECT app_key, message_id, device_id, kind, source FROM told WHERE source IS NOT NULL"
    #expect(try store.database.integer("SELECT count(*) FROM (\(sure))") ?? 0 > 0)
    let known = try wanted.database.prepare(sure)
    var names: Set<[String]> = []
    while try known.step() { names.insert((0..<5).map { known.text($0) }) }
    let held = try store.database.prepare(sure)
    while try held.step() { #expect(names.contains((0..<5).map { held.text($0) })) }
    held.reset()
    _ = try Self.merge(events.prefix(100), into: path)
    #expect(try store.verify() == [])
    _ = try Self.merge(events.reversed(), into: path)
    #expect(try store.verify() == [])
    #expect(try store.fingerprint() == wanted.fingerprint())
  }

  @Test func `a ledger of one source knows who told everything`() throws {
    let folder = try ScratchFolder()
    let events = Self.formerEvents(250, messages: 20, seed: 5)
    let before = try Self.merge(events, into: folder.path("old.db"))
    let wanted = try before.fingerprint()
    try Self.stepBack(before, to: 5)
    let store = try Self.merge([], into: folder.path("old.db"))
    #expect(try store.fingerprint() == wanted)
    #expect(try store.database.integer("SELECT count(*) FROM told WHERE source IS NOT 'alibaba'") == 0)
  }
}
