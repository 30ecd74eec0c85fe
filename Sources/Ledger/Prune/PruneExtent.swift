import ReceiptModel
import SQLite

/// What pruning takes out of a ledger.
package struct PruneExtent: Equatable, Sendable {
  package var messages = 0
  package var deliveries = 0
  package var events = 0
  /// Opens of apps that name no push.
  package var appOpens = 0
  /// Refused lines that are no longer listed.
  package var refusedLines = 0
  /// Files that the ledger no longer knows.
  package var files = 0

  package init() {}
}

/// What is to go.
package struct PruneRule: Equatable, Sendable {
  /// A message goes when its last event, or without any event its last fact, is before this; milliseconds UTC.
  ///
  /// With all it has under all AppKeys, and all facts about it; see `PrunedMessages`.
  package var before: Int64
  /// Whether files whose last event is before that are forgotten, too.
  ///
  /// A file that is known is not read again; one that was forgotten is, and its lines from before the moment are refused.
  package var forgetsFiles: Bool
  /// Whether every value goes that no message that stays has, such as the name of a campaign.
  package var clearsWords: Bool

  package init(before: Int64, forgetsFiles: Bool = false, clearsWords: Bool = false) {
    self.before = before
    self.forgetsFiles = forgetsFiles
    self.clearsWords = clearsWords
  }
}

extension LedgerReader {
  /// What a rule would take out now; reads only.
  package func extent(of rule: PruneRule) throws -> PruneExtent {
    let rows = try database.prepare(
      """
      WITH going AS MATERIALIZED (\(prunedMessages(rule)))
      SELECT (SELECT count(*) FROM going),
        (SELECT count(*) FROM delivery WHERE message_ref IN (SELECT ref FROM going)),
        \(Self.eventCount(of: "SELECT ref FROM going"))
      """)
    var extent = PruneExtent()
    while try rows.step() {
      extent.messages = Int(rows.integer(0))
      extent.deliveries = Int(rows.integer(1))
      extent.events = Int(rows.integer(2))
    }
    extent.appOpens = try number("SELECT count(*) FROM app_open WHERE at_ms < \(rule.before)")
    extent.refusedLines = try number(
      "SELECT count(*) FROM reject WHERE file_ref IN (\(prunedFiles(rule)))")
    extent.files = rule.forgetsFiles ? try number("SELECT count(*) FROM (\(prunedFiles(rule)))") : 0
    return extent
  }

  /// How many events some messages have.
  ///
  /// - Parameter messages: a SELECT of their references.
  func events(of messages: String) throws -> Int { try number("SELECT \(Self.eventCount(of: messages))") }

  private static func eventCount(of messages: String) -> String {
    let kinds = Schema.kindColumns.map { "(\($0) IS NOT NULL)" }.joined(separator: " + ")
    return """
      (SELECT coalesce(sum(\(kinds)), 0) FROM delivery WHERE message_ref IN (\(messages)))
        + (SELECT count(*) FROM repeat WHERE message_ref IN (\(messages)))
      """
  }

  private func number(_ sql: String) throws -> Int { Int(try database.integer(sql) ?? 0) }

  /// A SELECT of the references of messages that the rule takes out.
  func prunedMessages(_ rule: PruneRule) -> String { PrunedMessages.sql(before: rule.before) }

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
