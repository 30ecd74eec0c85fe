import ReceiptModel
import SQLite

extension LedgerWriter {
  /// Looks again at links that may have changed, and brings the deliveries they lead to up to date.
  ///
  /// It settles pending links in one transaction, so after a crash they are still pending. The cost is in the
  /// deliveries of the pending messages, and those that are meant by them.
  func resolveLinks(_ settings: LedgerSettings) throws {
    guard try hasPendingLinks else { return }
    try database.transaction { try LinkResolver(self, settings).run() }
  }
}

/// One pass over pending links, within the caller's transaction.
struct LinkResolver {
  private let store: LedgerWriter
  private let settings: LedgerSettings
  private var database: Database { store.database }

  init(_ store: LedgerWriter, _ settings: LedgerSettings) throws {
    self.store = store
    self.settings = settings
  }

  /// Links and linked events, until nothing is pending.
  func run() throws {
    try database.outdateJudgements()
    try expandAll()
    let pending = "SELECT message_ref FROM link_pending"
    try database.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS link_touched(message_ref INTEGER NOT NULL, device ANY NOT NULL,
        app_ref INTEGER NOT NULL, PRIMARY KEY(message_ref, device, app_ref)) STRICT, WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS link_target(place INTEGER PRIMARY KEY, message_ref INTEGER NOT NULL,
        device ANY NOT NULL, app_ref INTEGER NOT NULL) STRICT;
      DELETE FROM link_touched;
      INSERT OR IGNORE INTO link_touched SELECT target_message, target_device, target_app FROM link
        WHERE state = 0 AND message_ref IN (\(pending));
      DELETE FROM link WHERE message_ref IN (\(pending));
      """)
    // A message that was meant and has become a name itself: what links gave it is no event of its own, and must be gone
    // before it is asked what it tells, and from when on.
    try resolveTargets(
      where:
        "EXISTS (SELECT 1 FROM message AS m WHERE m.ref = t.message_ref AND \(LinkDefinition.isName("m")))")
    try database.execute(
      """
      INSERT INTO link \(LinkDefinition.links(of: pending));
      INSERT OR IGNORE INTO link_touched SELECT target_message, target_device, target_app FROM link
        WHERE state = 0 AND message_ref IN (\(pending));
      """)
    try resolveTargets()
    try database.execute("DELETE FROM link_touched; DELETE FROM link_target; DELETE FROM link_pending")
  }

  /// Puts every message that is or was a name in the place of -1.
  private func expandAll() throws {
    guard try database.integer("SELECT EXISTS (SELECT 1 FROM link_pending WHERE message_ref = -1)") != 0
    else {
      return
    }
    try database.execute(
      """
      DELETE FROM link_pending;
      INSERT OR IGNORE INTO link_pending SELECT DISTINCT message_ref FROM link;
      INSERT OR IGNORE INTO link_pending SELECT m.ref FROM message AS m WHERE \(LinkDefinition.isName("m"));
      """)
  }

  /// Gives touched deliveries the events of the links that lead to them now, and takes back all others.
  ///
  /// - Parameter condition: on a row of `link_touched AS t`.
  private func resolveTargets(where condition: String = "TRUE") throws {
    try database.execute(
      """
      DELETE FROM link_target;
      INSERT INTO link_target(message_ref, device, app_ref)
        SELECT message_ref, device, app_ref FROM link_touched AS t WHERE \(condition) ORDER BY 1, 2, 3;
      """)
    guard try database.integer("SELECT EXISTS (SELECT 1 FROM link_target)") != 0 else { return }
    let dictionaries = try SharedDictionaries(in: database, settings: settings)
    var merger = DeliveryMerger(dictionaries, settings: settings)
    try merger.refreshEligibility()
    var deliveries = try DeliveryTable(in: database)
    let targets = try LinkTargets(in: database)
    var removed: Set<Int64> = []
    var first: Int64 = 1
    while let batch = try targets.batch(from: &first, count: Int64(BatchMerger.chunk)) {
      let stored = try deliveries.read(batch.groups, below: .max)
      try merger.link(batch.groups, stored: stored, batch.targets, removed: &removed, into: &deliveries)
      try deliveries.flush()
    }
    try merger.writeChanges()
    try EligibilityKeeper(in: database).update(merger.takeJudgedAnew())
    try store.recountEvents(hours: removed)
  }
}

/// The deliveries of `link_target`, a batch at a time, with the events that links give them.
private struct LinkTargets {
  private let keys: Statement
  private let events: Statement

  init(in database: Database) throws {
    keys = try database.prepare(
      "SELECT place, message_ref, device, app_ref FROM link_target WHERE place >= ?1 AND place < ?2 ORDER BY place"
    )
    let source = """
      link_target AS k CROSS JOIN link AS l ON k.place >= ?1 AND k.place < ?2 AND l.state = 0
        AND l.target_message = k.message_ref AND l.target_device = k.device AND l.target_app = k.app_ref
      """
    // Where several tell an event, the one counts whose reason comes first by its bytes; an empty reason counts as
    // none.
    events = try database.prepare(
      """
      SELECT e.kind, e.at_ms, e.reason_ref, e.place
      FROM (\(LinkDefinition.events(from: source, columns: "k.place AS place"))) AS e
        LEFT JOIN reason AS x ON x.ref = e.reason_ref
      ORDER BY e.place, e.kind, e.at_ms, e.reason_ref = 0, x.raw
      """)
  }

  /// The batch that begins at a place, which is moved on; `nil` after the last.
  func batch(from first: inout Int64, count: Int64) throws -> (
    groups: [DeliveryGroup], targets: [LinkTarget]
  )? {
    var groups: [DeliveryGroup] = []
    var targets: [LinkTarget] = []
    keys.bind(first, at: 1)
    keys.bind(first + count, at: 2)
    do {
      defer { keys.reset() }
      while try keys.step() {
        let (message, device) = (keys.integer(1), StoredDevice(keys, at: 2))
        if groups.last.map({ $0.message != message || $0.device != device }) ?? true {
          groups.append(DeliveryGroup(message: message, device: device, events: 0..<0))
        }
        targets.append(LinkTarget(place: groups.count - 1, app: keys.integer(3), events: []))
      }
    }
    guard !targets.isEmpty else { return nil }
    events.bind(first, at: 1)
    events.bind(first + count, at: 2)
    defer { events.reset() }
    while try events.step() {
      guard let kind = EventKind(stored: events.integer(0)) else { continue }
      let event = RepeatedEvent(kind: kind, time: events.integer(1), raw: events.integer(2))
      let place = Int(events.integer(3) - first)
      guard targets[place].events.last?.withoutRaw != event.withoutRaw else { continue }
      targets[place].events.append(event)
    }
    first += count
    return (groups, targets)
  }
}

extension LedgerWriter {
  /// Counts the events of some hours anew, when events that were counted are gone.
  func recountEvents(hours: Set<Int64>) throws {
    guard !hours.isEmpty else { return }
    for hour in hours.sorted() {
      let window = hour * 3_600_000..<(hour + 1) * 3_600_000
      try database.execute(
        """
        DELETE \(RollupDefinition.counted("event_hour")) AND hour = \(hour);
        INSERT INTO event_hour \(RollupDefinition.eventHours(
          of: messages(withEventsIn: window),
          where: "e.at_ms >= \(window.lowerBound) AND e.at_ms < \(window.upperBound)"))
        """)
    }
    try sumEvents()
  }
}
