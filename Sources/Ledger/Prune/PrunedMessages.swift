import ReceiptModel
import SQLite

/// Which messages pruning takes out.
///
/// A message is over when its last event is before the moment. One without any event, of which there are only facts, is
/// over when those of its facts that have a time are. What is told under a name of a message is told of its deliveries,
/// and what a name means follows from all that it stands for. So messages and their names go together or not at all: as
/// long as one of them is not over, all stay.
enum PrunedMessages {
  /// A SELECT of the references of messages that go.
  ///
  /// The hours of messages decide for nearly all messages. Only for those around the moment are events looked at, and
  /// only for those that are over the aliases.
  ///
  /// - Parameter moment: milliseconds UTC.
  static func sql(before moment: Int64) -> String {
    let hour = moment / 3_600_000
    return """
      SELECT ref FROM (
        WITH RECURSIVE over(ref, is_dated) AS MATERIALIZED (
          SELECT m.ref, 1 FROM message AS m WHERE m.last_event_hour < \(hour)
          UNION ALL
          SELECT m.ref, 1 FROM message AS m WHERE m.last_event_hour >= \(hour) AND m.first_event_hour <= \(hour)
            AND \(hasNoEvent(of: "m.ref", from: moment))
          UNION ALL
          SELECT f.ref, f.newest_ms > 0 FROM (
            SELECT m.ref, m.message_id, \(newestFact) AS newest_ms FROM message AS m WHERE m.last_event_hour IS NULL
          ) AS f
          WHERE f.newest_ms < \(moment)
        ),
        pair(ref, other) AS MATERIALIZED (
          SELECT o.ref, f.ref FROM over AS o CROSS JOIN alias AS a ON a.message_ref = o.ref AND \(isLinking)
            CROSS JOIN message AS f ON f.message_id = a.name WHERE f.ref <> o.ref AND \(isName("f.message_id"))
          UNION
          SELECT o.ref, a.message_ref FROM over AS o CROSS JOIN message AS m ON m.ref = o.ref
            CROSS JOIN alias AS a ON a.name = m.message_id AND \(isLinking)
          WHERE a.message_ref <> o.ref AND \(isName("m.message_id"))
        ),
        stays(ref) AS (
          SELECT ref FROM pair WHERE other NOT IN (SELECT ref FROM over)
          UNION
          SELECT p.other FROM stays AS s CROSS JOIN pair AS p ON p.ref = s.ref
        ),
        -- What nothing dates goes with what it belongs to, and else stays.
        goes(ref) AS (
          SELECT ref FROM over WHERE is_dated AND ref NOT IN (SELECT ref FROM stays)
          UNION
          SELECT p.other FROM goes AS g CROSS JOIN pair AS p ON p.ref = g.ref
        )
        SELECT ref FROM goes
      )
      """
  }

  /// Whether a message has no event from a moment on.
  static func hasNoEvent(of message: String, from moment: Int64) -> String {
    """
    NOT EXISTS (SELECT 1 FROM delivery WHERE message_ref = \(message) AND \(Schema.newestFirstTime) >= \(moment))
    AND NOT EXISTS (SELECT 1 FROM repeat WHERE message_ref = \(message) AND at_ms >= \(moment))
    """
  }

  /// The latest time that a fact about the message of `m` has, 0 without any.
  private static let newestFact = """
    max(coalesce((SELECT max(at_ms) FROM step WHERE message_ref = m.ref), 0),
      coalesce((SELECT max(at_ms) FROM tally WHERE message_ref = m.ref), 0),
      coalesce((SELECT max(sent_ms) FROM push WHERE message_ref = m.ref), 0),
      coalesce((SELECT max(counted_ms) FROM total WHERE message_ref = m.ref), 0))
    """

  private static let isLinking = "a.space IN \(LinkDefinition.spaces)"

  /// Whether links are made by a name, which a filler is not; to be asked of the ids at hand, not of every alias.
  private static func isName(_ name: String) -> String {
    """
    (SELECT count(*) FROM (SELECT DISTINCT z.message_ref FROM alias AS z
      WHERE z.space IN \(LinkDefinition.spaces) AND z.name = \(name) LIMIT \(LinkDefinition.messageLimit + 1)))
      <= \(LinkDefinition.messageLimit)
    """
  }
}
