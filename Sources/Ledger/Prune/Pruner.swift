import ReceiptModel
import SQLite

/// Takes old messages out of a ledger, a few at a time, so that it needs little room for a ledger of any age.
///
/// The same definition that `verify` uses computes what the sums count of the messages, and the transaction that
/// deletes them subtracts it. So after an interrupt or a crash the ledger is that of the messages still there, and the
/// same command goes on.
package final class Pruner {
  private let store: LedgerWriter
  private let rule: PruneRule
  /// Deliveries that go in one transaction, about.
  private let batchSize: Int
  private var gone = PruneExtent()

  private var database: Database { store.database }

  /// - Parameter store: opened for writing, by the holder of the lock.
  package init(_ store: LedgerWriter, _ rule: PruneRule, batchSize: Int = 50_000) throws {
    self.store = store
    self.rule = rule
    self.batchSize = batchSize
    try store.registerLatencyBucket()
    try store.database.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS pruned(ref INTEGER PRIMARY KEY);
      CREATE TEMP TABLE IF NOT EXISTS pruned_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL,
        kind INTEGER NOT NULL, events INTEGER NOT NULL, newest_ms INTEGER NOT NULL,
        PRIMARY KEY(hour, app_ref, kind)) WITHOUT ROWID;
      """)
  }

  /// Takes out all that the rule names.
  ///
  /// - Parameter shouldStop: asked between two transactions.
  /// - Returns: what went, and whether that is all.
  /// - Throws: `SQLiteError`; then what went before stays gone, and nothing else is.
  package func run(shouldStop: () -> Bool) throws -> (gone: PruneExtent, isComplete: Bool) {
    // First, so that nothing comes back while a prune that was interrupted waits to be completed.
    try database.transaction {
      try store.raiseWatermark(to: rule.before)
      // They may name what goes.
      try store.forgetJudgements()
    }
    for batch in try batches() {
      guard !shouldStop() else {
        try store.resolveLinks(store.settings())
        return (gone, false)
      }
      try database.transaction { try prune(batch) }
    }
    // Not earlier: until everything that goes is gone, links to and from it would be made and unmade in vain.
    try store.resolveLinks(store.settings())
    guard !shouldStop() else { return (gone, false) }
    try database.transaction { try pruneBesides() }
    return (gone, true)
  }

  private struct Batch {
    var messages: [Int64] = []
    var deliveries = 0
  }

  /// The messages that go, split into transactions in the order in which they ended.
  private func batches() throws -> [Batch] {
    let rows = try database.prepare(
      """
      SELECT m.ref, (SELECT count(*) FROM delivery AS d WHERE d.message_ref = m.ref)
      FROM (\(store.prunedMessages(rule))) AS p CROSS JOIN message AS m ON m.ref = p.ref
      ORDER BY m.last_event_hour, m.ref
      """)
    var batches: [Batch] = []
    var batch = Batch()
    while try rows.step() {
      batch.messages.append(rows.integer(0))
      batch.deliveries += Int(rows.integer(1))
      if batch.deliveries >= batchSize || batch.messages.count >= batchSize {
        batches.append(batch)
        batch = Batch()
      }
    }
    return batch.messages.isEmpty ? batches : batches + [batch]
  }
}

extension Pruner {
  private func prune(_ batch: Batch) throws {
    try database.execute("DELETE FROM pruned")
    let insert = try database.prepare("INSERT INTO pruned(ref) VALUES (?1)")
    for message in batch.messages {
      insert.bind(message, at: 1)
      try insert.run()
    }
    gone.messages += batch.messages.count
    gone.deliveries += batch.deliveries
    gone.events += try store.events(of: "SELECT ref FROM pruned")
    try subtractCohorts()
    try subtractEvents()
    try markLinks()
    for table in ["late_attribute", "repeat", "teller", "delivery", "linked_event"] + Schema.messageNoteTables
    {
      try database.execute("DELETE FROM \(table) WHERE message_ref IN (SELECT ref FROM pruned)")
    }
    try database.execute("DELETE FROM message WHERE ref IN (SELECT ref FROM pruned)")
    try findNewest()
    try store.sumEvents()
  }

  /// Marks the links that follow from what the batch has: its own, and those of what is told under its names.
  ///
  /// Those go with it, except a name that was a filler and may be none without this message. And a message that is no
  /// longer a name of another may be meant again.
  private func markLinks() throws {
    try database.execute(
      """
      INSERT OR IGNORE INTO link_pending SELECT ref FROM pruned WHERE EXISTS (SELECT 1 FROM alias);
      CREATE TEMP TABLE IF NOT EXISTS pruned_name(name TEXT PRIMARY KEY) WITHOUT ROWID;
      DELETE FROM pruned_name;
      INSERT OR IGNORE INTO pruned_name
        SELECT a.name FROM pruned AS p CROSS JOIN alias AS a ON a.message_ref = p.ref;
      INSERT OR IGNORE INTO link_pending
        SELECT m.ref FROM pruned_name AS n CROSS JOIN message AS m ON m.message_id = n.name;
      INSERT OR IGNORE INTO link_pending
        SELECT f.ref FROM pruned_name AS n CROSS JOIN message AS m ON m.message_id = n.name
          CROSS JOIN alias AS a ON a.message_ref = m.ref CROSS JOIN message AS f ON f.message_id = a.name;
      """)
  }

  /// Subtracts what the batch adds to the sums by hour of the cohort.
  private func subtractCohorts() throws {
    let scope = RollupDefinition.Scope(filter: "AND f.message_ref IN (SELECT ref FROM pruned)")
    let counters = Count.allCases.map(\.name)
    for table in CohortTable.allCases {
      try subtract(
        RollupDefinition.cohorts(table, scope), from: table.name, keys: 3, counters: counters,
        hours: table.hours)
    }
    try subtract(RollupDefinition.latencyHours(scope), from: "latency_hour", keys: 4, counters: ["count"])
    try subtract(RollupDefinition.failureHours(scope), from: "failure_hour", keys: 5, counters: ["count"])
  }

  /// - Parameters:
  ///   - sql: rows of the table's columns.
  ///   - keys: how many columns make the key; the counters follow.
  ///   - counters: when the first is 0, nothing is left of the row.
  ///   - hours: how many a row sums.
  private func subtract(
    _ sql: String, from table: String, keys: Int, counters: [String], hours: Int64 = 1
  ) throws {
    let names = (0..<keys).map { "k\($0)" }
    let sums = counters.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", ")
    try database.execute(
      """
      WITH gone(\((names + counters).joined(separator: ", "))) AS (\(sql))
      INSERT INTO \(table) SELECT \((names + counters.map { "-\($0)" }).joined(separator: ", ")) FROM gone WHERE true
      ON CONFLICT DO UPDATE SET \(sums);
      DELETE FROM \(table) WHERE \(counters[0]) = 0
        AND hour > (SELECT min(first_hour) - \(hours) FROM message WHERE ref IN (SELECT ref FROM pruned))
        AND hour <= (SELECT max(last_hour) FROM message WHERE ref IN (SELECT ref FROM pruned));
      """)
  }

  /// Subtracts the batch's events from those of their hours.
  private func subtractEvents() throws {
    try database.execute(
      """
      DELETE FROM pruned_hour;
      INSERT INTO pruned_hour \(RollupDefinition.eventHours(of: "SELECT ref FROM pruned"));
      INSERT INTO event_hour SELECT hour, app_ref, kind, -events, newest_ms FROM pruned_hour WHERE true
      ON CONFLICT DO UPDATE SET events = events + excluded.events;
      DELETE FROM event_hour WHERE events = 0
        AND (hour, app_ref, kind) IN (SELECT hour, app_ref, kind FROM pruned_hour);
      """)
  }

  /// Finds the newest event of each hour whose newest one went.
  ///
  /// It reads the hour's other events; of the batches that share an hour, few have its newest event.
  private func findNewest() throws {
    let rows = try database.prepare(
      """
      SELECT DISTINCT p.hour FROM pruned_hour AS p CROSS JOIN event_hour AS e
        ON e.hour = p.hour AND e.app_ref = p.app_ref AND e.kind = p.kind AND e.newest_ms = p.newest_ms
      ORDER BY 1
      """)
    var hours: [Int64] = []
    while try rows.step() { hours.append(rows.integer(0)) }
    for hour in hours {
      let window = hour * 3_600_000..<(hour + 1) * 3_600_000
      try database.execute(
        """
        INSERT OR REPLACE INTO event_hour \(RollupDefinition.eventHours(
          of: store.messages(withEventsIn: window),
          where: "e.at_ms >= \(window.lowerBound) AND e.at_ms < \(window.upperBound)"))
        """)
    }
  }

  /// What belongs to no message.
  private func pruneBesides() throws {
    try database.execute("DELETE FROM app_open WHERE at_ms < \(rule.before)")
    gone.appOpens += database.changes
    try store.removeSamples(before: rule.before)
    try UnusedWords.remove(from: database, all: rule.clearsWords)
    let files = store.prunedFiles(rule)
    try database.execute("DELETE FROM reject WHERE file_ref IN (\(files))")
    gone.refusedLines += database.changes
    guard rule.forgetsFiles else { return }
    try database.execute("DELETE FROM file WHERE ref IN (\(files))")
    gone.files += database.changes
    try database.execute("DELETE FROM reading WHERE file_ref NOT IN (SELECT ref FROM file)")
  }
}
