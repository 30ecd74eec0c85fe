import Assets
import Ledger
import ReferenceLedger
import SQLite

/// The model over some events, in SQLite's memory: what an engine does around the files of `queries/model`.
struct ModelRun {
  let database: Database

  /// All times that an event may have.
  static let everything: Range<Int64> = 0..<4_102_444_800_000

  /// - Parameters:
  ///   - scope: milliseconds from an hour's start to an hour's start.
  ///   - settledUntil: what was sent up to here is settled; all of it, unless told otherwise.
  ///   - sampleLimit: deliveries that `flag_sample` holds of each flag, AppKey and detail.
  ///   - keepsTables: whether tables take the place of views that are used often, as the model's README advises.
  init(
    _ events: [ReferenceEvent], settings: LedgerSettings, scope: Range<Int64> = everything,
    settledUntil: Int64 = .max, sampleLimit: Int = 2, keepsTables: Bool = false
  ) throws {
    database = try Database(path: ":memory:", mode: .memory)
    try database.execute(Self.inputs)
    try database.execute(
      """
      INSERT INTO rule VALUES (\(scope.lowerBound), \(scope.upperBound), \(settledUntil), \(settings.ackTimeout),
        \(settings.ackBudget), \(sampleLimit))
      """)
    try insert(events)
    try insert(settings)
    for query in ModelQuery.all {
      try database.execute(query.text)
      guard keepsTables, ["fact", "event_cell", "flag"].contains(query.view) else { continue }
      try database.execute(
        """
        CREATE TEMPORARY TABLE stored_\(query.view) AS SELECT * FROM \(query.view);
        DROP VIEW \(query.view);
        CREATE TEMPORARY VIEW \(query.view) AS SELECT * FROM stored_\(query.view);
        """)
    }
  }

  private static let inputs = """
    CREATE TABLE event(app_key TEXT NOT NULL, message_id TEXT NOT NULL, device_id TEXT NOT NULL, kind TEXT NOT NULL,
      raw_type TEXT NOT NULL, at_ms INTEGER NOT NULL,
      \(attributes.map { "\($0) TEXT NOT NULL" }.joined(separator: ", "))) STRICT;
    CREATE TABLE channel_rule(channel TEXT PRIMARY KEY, arrival_is_evidence INTEGER NOT NULL,
      is_measurable INTEGER NOT NULL, gives_receipts INTEGER NOT NULL) STRICT;
    CREATE TABLE known_app(app_key TEXT PRIMARY KEY) STRICT;
    CREATE TABLE rule(scope_start_ms INTEGER NOT NULL, scope_end_ms INTEGER NOT NULL, settled_until_ms INTEGER NOT NULL,
      ack_timeout_ms INTEGER NOT NULL, ack_budget_ms INTEGER NOT NULL, sample_limit INTEGER NOT NULL) STRICT;
    """

  /// What an event may say of its delivery, in the order of its columns.
  static let attributes = [
    "source", "platform", "channel", "job_key", "app_version", "os", "os_version", "brand", "network_type",
    "isp", "reason",
  ]

  private func insert(_ events: [ReferenceEvent]) throws {
    let places = (1...6 + Self.attributes.count).map { "?\($0)" }.joined(separator: ", ")
    let insert = try database.prepare("INSERT INTO event VALUES (\(places))")
    for event in events {
      let texts = [event.appKey, event.messageID, event.deviceID, event.kind, event.rawType ?? ""]
      for (index, text) in texts.enumerated() { insert.bind(text, at: index + 1) }
      insert.bind(event.timeMilliseconds, at: 6)
      for (index, name) in Self.attributes.enumerated() {
        insert.bind(event.attributes[name] ?? "", at: index + 7)
      }
      try insert.run()
    }
  }

  private func insert(_ settings: LedgerSettings) throws {
    let channel = try database.prepare("INSERT INTO channel_rule VALUES (?1, ?2, ?3, ?4)")
    for name in settings.gatewayArrivals.union(settings.unmeasurable).union(settings.withoutReceipts) {
      channel.bind(name, at: 1)
      channel.bind(settings.gatewayArrivals.contains(name) ? 0 : 1, at: 2)
      channel.bind(settings.unmeasurable.contains(name) ? 0 : 1, at: 3)
      channel.bind(settings.withoutReceipts.contains(name) ? 0 : 1, at: 4)
      try channel.run()
    }
    let app = try database.prepare("INSERT INTO known_app VALUES (?1)")
    for key in settings.appKeys {
      app.bind(key, at: 1)
      try app.run()
    }
  }
}
