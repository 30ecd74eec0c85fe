import ReceiptModel

/// What deliveries under other names mean: `definitions/links.sql`, which resolving and verifying share.
enum LinkDefinition {
  /// Messages that a name may stand for.
  ///
  /// A name of more messages is a filler such as `0`, and looking at each would take too long.
  static let messageLimit = 64

  /// Kinds that are evidence from the device or its gateway, and go to the delivery that is meant.
  static let kinds: [EventKind] = [
    .arrived, .arriveFailed, .extAck, .displayed, .opened, .dismissed, .dropped, .expired,
  ]

  static let spaces = "(\(AliasNote.spaces.map { "'\($0)'" }.joined(separator: ", ")))"

  /// Whether the message of a row of `message AS m` is a name of another message.
  static func isName(_ row: String) -> String {
    """
    EXISTS (SELECT 1 FROM alias AS n WHERE n.space IN \(spaces) AND n.name = \(row).message_id
      AND n.message_ref <> \(row).ref)
    """
  }

  /// What is told under a name.
  enum Told {
    /// Deliveries, by their events.
    case deliveries
    /// What extensions wrote down of a push on a device; then only steps are looked at.
    case steps

    fileprivate var table: String { self == .deliveries ? "delivery" : "step" }
    /// When it was first told, over the rows `d` of one delivery.
    fileprivate var first: String { self == .deliveries ? "d.base_ms" : "min(d.at_ms) AS base_ms" }
    fileprivate var grouping: String {
      self == .deliveries ? "" : "GROUP BY d.message_ref, d.device, d.app_ref"
    }
  }

  /// Rows of the columns of `link`.
  ///
  /// - Parameters:
  ///   - scope: a SELECT of the references of messages to look at; `nil` for all.
  ///   - told: what is told under those names.
  static func links(of scope: String? = nil, told: Told = .deliveries) -> String {
    let messages = scope.map { "(\($0)) AS s CROSS JOIN message AS m ON m.ref = s.message_ref" }
    return LedgerSQL.statement(
      "definitions/links",
      [
        "messages": messages ?? "message AS m", "m_is_name": isName("m"), "x_is_name": isName("x"),
        "spaces": spaces, "message_limit": "\(messageLimit)", "table": told.table, "first_time": told.first,
        "grouping": told.grouping,
      ])
  }

  /// The events that joined deliveries give to those that are meant: target_message, target_device, target_app, kind,
  /// at_ms, and as reason_ref why an arrival failed, or 0.
  ///
  /// An arrival counts for what it proves: only if it is evidence where it was told, and only on a channel where the
  /// receiver's own arrivals are evidence. So no event becomes more, or less, than it was.
  ///
  /// - Parameters:
  ///   - source: `link AS l` or what leads to it.
  ///   - columns: more columns behind; `d` is the delivery that tells it.
  static func events(from source: String, columns: String? = nil) -> String {
    let more = columns.map { ", \($0)" } ?? ""
    let ownArrival =
      "(kind_of <> \(EventKind.arrived.rawValue) OR (c.arrival_is_evidence AND r.arrival_is_evidence))"
    let joins = """
      CROSS JOIN delivery AS t ON t.message_ref = l.target_message AND t.device = l.target_device AND t.app_ref = l.target_app
      CROSS JOIN context AS r ON r.ref = t.context_ref CROSS JOIN context AS c ON c.ref = d.context_ref
      """
    let firsts = kinds.map { kind in
      """
      SELECT l.target_message, l.target_device, l.target_app, \(kind.rawValue) AS kind, d.base_ms + d.\(kind.name) AS at_ms,
        \(kind == .arriveFailed ? "coalesce(d.reason_ref, 0)" : "0") AS reason_ref\(more)
      FROM \(source) CROSS JOIN delivery AS d
        ON d.message_ref = l.message_ref AND d.device = l.device AND d.app_ref = l.app_ref \(joins)
      WHERE l.state = 0 AND d.\(kind.name) IS NOT NULL
        AND \(ownArrival.replacing("kind_of", with: "\(kind.rawValue)"))
      """
    }
    let repeats = """
      SELECT l.target_message, l.target_device, l.target_app, e.kind, e.at_ms,
        iif(e.kind = \(EventKind.arriveFailed.rawValue), coalesce(d.reason_ref, 0), 0)\(more)
      FROM \(source) CROSS JOIN repeat AS e ON e.message_ref = l.message_ref AND e.device = l.device AND e.app_ref = l.app_ref
      CROSS JOIN delivery AS d ON d.message_ref = l.message_ref AND d.device = l.device AND d.app_ref = l.app_ref \(joins)
      WHERE l.state = 0 AND e.kind IN (\(kinds.map { "\($0.rawValue)" }.joined(separator: ", ")))
        AND \(ownArrival.replacing("kind_of", with: "e.kind"))
      """
    return (firsts + [repeats]).joined(separator: "\nUNION ALL ")
  }
}
