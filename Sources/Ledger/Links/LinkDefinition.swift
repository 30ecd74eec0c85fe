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

  /// The events that joined deliveries give to those that are meant: `definitions/linked-events.sql`.
  ///
  /// - Parameters:
  ///   - source: `link AS l` or what leads to it.
  ///   - columns: more columns behind; `d` is the delivery that tells it.
  static func events(from source: String, columns: String? = nil) -> String {
    LedgerSQL.statement(
      "definitions/linked-events", ["source": source, "further": columns.map { ", \($0)" } ?? ""])
  }
}
