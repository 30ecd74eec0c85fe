internal import ReceiptModel
internal import SQLite

/// What pruning takes out of a ledger.
package struct PruneExtent: Equatable, Sendable {
  package var messages = 0
  package var deliveries = 0
  package var events = 0
  /// Refused lines that are no longer listed.
  package var refusedLines = 0
  /// Files that the ledger no longer knows.
  package var files = 0

  package init() {}
}

/// What is to go.
package struct PruneRule: Equatable, Sendable {
  /// A message goes, with all it has under all AppKeys, when its last event is before this; milliseconds UTC.
  package var before: Int64
  /// Whether files whose last event is before that are forgotten, too.
  ///
  /// A file that is known is not read again; one that was forgotten is, and brings its events back.
  package var forgetsFiles: Bool

  package init(before: Int64, forgetsFiles: Bool = false) {
    self.before = before
    self.forgetsFiles = forgetsFiles
  }
}

extension LedgerStore {
  /// What a rule would take out now; reads only.
  package func extent(of rule: PruneRule) throws -> PruneExtent {
    let messages = try prunedMessages(rule)
    var extent = PruneExtent()
    extent.messages = try number("SELECT count(*) FROM (\(messages))")
    extent.deliveries = try number("SELECT count(*) FROM delivery WHERE message_ref IN (\(messages))")
    extent.events =
      try number(
        """
        SELECT total(\(Schema.kindColumns.map { "(\($0) IS NOT NULL)" }.joined(separator: " + "))) FROM delivery
        WHERE message_ref IN (\(messages))
        """) + number("SELECT count(*) FROM repeat WHERE message_ref IN (\(messages))")
    extent.refusedLines = try number(
      "SELECT count(*) FROM reject WHERE file_ref IN (\(prunedFiles(rule)))")
    extent.files = rule.forgetsFiles ? try number("SELECT count(*) FROM (\(prunedFiles(rule)))") : 0
    return extent
  }

  private func number(_ sql: String) throws -> Int { Int(try database.integer(sql) ?? 0) }

  /// A SELECT of the references of messages whose last event is before the rule's moment.
  ///
  /// Their hours decide for nearly all; the events are looked at only of those around the moment.
  func prunedMessages(_ rule: PruneRule) throws -> String {
    let isOver = """
      NOT EXISTS (SELECT 1 FROM delivery WHERE message_ref = m.ref AND \(Schema.newestFirstTime) >= \(rule.before))
      AND NOT EXISTS (SELECT 1 FROM repeat WHERE message_ref = m.ref AND at_ms >= \(rule.before))
      """
    guard try hasEventHours else { return "SELECT m.ref FROM message AS m WHERE \(isOver)" }
    let hour = rule.before / 3_600_000
    // What tells of a delivery that stays has to stay, or the delivery would lose its evidence.
    let isNeeded = """
      EXISTS (SELECT 1 FROM link AS l JOIN message AS t ON t.ref = l.target_message
        WHERE l.message_ref = m.ref AND l.state = 0 AND t.last_event_hour >= \(hour))
      """
    return """
      SELECT m.ref FROM message AS m WHERE m.last_event_hour < \(hour) AND NOT \(isNeeded)
      UNION ALL
      SELECT m.ref FROM message AS m WHERE m.last_event_hour >= \(hour) AND m.first_event_hour <= \(hour) AND \(isOver)
        AND NOT \(isNeeded)
      """
  }

  /// A SELECT of the references of files that were read to their end and whose last event is before the moment.
  ///
  /// A file without any event is as old as its import.
  func prunedFiles(_ rule: PruneRule) -> String {
    """
    SELECT ref FROM file WHERE state = \(FileState.complete.rawValue)
      AND coalesce(last_event_at, finished_at) < \(rule.before)
    """
  }
}
