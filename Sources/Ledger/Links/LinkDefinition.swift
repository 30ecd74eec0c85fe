import ReceiptModel

/// What deliveries under other names mean, as SQL: the one definition, which resolving and verifying share.
///
/// A delivery F is under another name when its message id is a name in `alias`. The deliveries that can be meant are those
/// that the name stands for, on the device that F itself names or that its token stood for at its first event. One: F is
/// joined to it. Several: F is ambiguous, and nothing is joined. A name that stands for one delivery alone means it
/// without any map of tokens, when F is the only one under that name. A message that is itself a name is never meant: so
/// no link leads on to another.
enum LinkDefinition {
  /// Messages that a name may stand for; of more it is a filler such as `0`, and looking at each would take too long.
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
    /// What extensions wrote down of a push on a device; only what is told by steps is seen then.
    case steps

    fileprivate var table: String { self == .deliveries ? "delivery" : "step" }
    /// When it was first told of, of the rows `d` of one delivery.
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
    """
    WITH named AS MATERIALIZED (
      SELECT m.ref, m.message_id AS name FROM \(scope.map { "(\($0)) AS s CROSS JOIN message AS m ON m.ref = s.message_ref" } ?? "message AS m")
      WHERE \(isName("m"))
    ),
    -- The messages of each name.
    meant AS MATERIALIZED (
      SELECT DISTINCT n.ref, a.space, n.name, a.message_ref
      FROM named AS n CROSS JOIN alias AS a ON a.space IN \(spaces) AND a.name = n.name AND a.message_ref <> n.ref
    ),
    size AS MATERIALIZED (SELECT ref, min(space) AS space, count(DISTINCT message_ref) AS messages FROM meant GROUP BY ref),
    -- The one delivery of a name that stands for no other.
    only AS MATERIALIZED (
      SELECT n.ref, a.message_ref, a.device, a.app_ref
      FROM named AS n CROSS JOIN alias AS a ON a.space IN \(spaces) AND a.name = n.name AND a.message_ref <> n.ref
      GROUP BY n.ref HAVING count(DISTINCT a.message_ref) = 1 AND min(a.device) = max(a.device)
        AND count(DISTINCT a.app_ref) = 1 AND min(a.device) <> ''
    ),
    told AS MATERIALIZED (
      SELECT d.message_ref, d.device, d.app_ref, n.name, s.space, s.messages,
        CASE typeof(d.device) WHEN 'blob' THEN lower(hex(d.device)) ELSE d.device END AS token, \(told.first)
      FROM named AS n CROSS JOIN size AS s ON s.ref = n.ref CROSS JOIN \(told.table) AS d ON d.message_ref = n.ref
      \(told.grouping)
    ),
    -- The devices that each may be of: its own id, and what its token stood for.
    standing AS MATERIALIZED (
      SELECT o.message_ref, o.device, o.app_ref, t.device AS stands_for
      FROM told AS o CROSS JOIN token AS t ON t.token = o.token
        AND t.from_ms = (SELECT max(x.from_ms) FROM token AS x WHERE x.token = o.token AND x.from_ms <= o.base_ms)
      WHERE o.messages <= \(messageLimit)
    ),
    possible AS (
      SELECT o.message_ref, o.device, o.app_ref, o.device AS on_device, \(LinkReason.device.rawValue) AS how
      FROM told AS o WHERE o.messages <= \(messageLimit) AND o.device <> ''
      UNION ALL SELECT message_ref, device, app_ref, stands_for, \(LinkReason.token.rawValue) FROM standing
    ),
    -- Names of deliveries on those devices, whether the ledger has them or not.
    candidate AS MATERIALIZED (
      SELECT p.message_ref, p.device, p.app_ref, min(p.how) AS how,
        a.message_ref AS target_message, p.on_device AS target_device, a.app_ref AS target_app,
        max(a.device <> '') AS is_certain,
        EXISTS (SELECT 1 FROM delivery AS d WHERE d.message_ref = a.message_ref AND d.device = p.on_device
          AND d.app_ref = a.app_ref)
        AND NOT EXISTS (SELECT 1 FROM message AS x WHERE x.ref = a.message_ref AND \(isName("x"))) AS is_there
      FROM possible AS p CROSS JOIN meant AS e ON e.ref = p.message_ref
        CROSS JOIN alias AS a ON a.space = e.space AND a.name = e.name AND a.message_ref = e.message_ref
          AND a.device IN (p.on_device, '')
      GROUP BY p.message_ref, p.device, p.app_ref, target_message, target_device, target_app
    ),
    found AS MATERIALIZED (
      SELECT message_ref, device, app_ref, sum(is_there) AS targets, sum(is_certain) AS names,
        max(iif(is_there, how, NULL)) AS how, max(iif(is_there, target_message, NULL)) AS target_message,
        max(iif(is_there, target_device, NULL)) AS target_device, max(iif(is_there, target_app, NULL)) AS target_app,
        max(how = \(LinkReason.device.rawValue) AND is_there) AS names_device
      FROM candidate GROUP BY 1, 2, 3
    ),
    judged AS MATERIALIZED (
      SELECT o.message_ref, o.device, o.app_ref, o.space, f.target_message, f.target_device, f.target_app, CASE
        WHEN o.messages > \(messageLimit) THEN \(LinkReason.nameOfManyMessages.rawValue)
        WHEN f.targets > 1 THEN \(LinkReason.severalDeliveries.rawValue)
        WHEN coalesce(f.names_device, 0) = 0 AND (SELECT count(DISTINCT g.stands_for) FROM standing AS g
          WHERE g.message_ref = o.message_ref AND g.device = o.device AND g.app_ref = o.app_ref) > 1
          THEN \(LinkReason.tokenOfSeveralDevices.rawValue)
        WHEN f.targets = 1 THEN f.how
        WHEN f.names > 0 THEN \(LinkReason.noDelivery.rawValue)
        WHEN EXISTS (SELECT 1 FROM standing AS g
          WHERE g.message_ref = o.message_ref AND g.device = o.device AND g.app_ref = o.app_ref)
          THEN \(LinkReason.otherDevice.rawValue)
        WHEN y.ref IS NULL OR EXISTS (SELECT 1 FROM \(told.table) AS d WHERE d.message_ref = o.message_ref AND d.device <> o.device)
          THEN \(LinkReason.unknownDevice.rawValue)
        WHEN EXISTS (SELECT 1 FROM delivery AS d WHERE d.message_ref = y.message_ref AND d.device = y.device
            AND d.app_ref = y.app_ref)
          AND NOT EXISTS (SELECT 1 FROM message AS x WHERE x.ref = y.message_ref AND \(isName("x")))
          THEN \(LinkReason.onlyDelivery.rawValue)
        ELSE \(LinkReason.noDelivery.rawValue) END AS how,
        y.message_ref AS only_message, y.device AS only_device, y.app_ref AS only_app
      FROM told AS o LEFT JOIN found AS f USING (message_ref, device, app_ref) LEFT JOIN only AS y ON y.ref = o.message_ref
    )
    SELECT message_ref, device, app_ref, space, CASE
        WHEN how <= \(LinkReason.onlyDelivery.rawValue) THEN \(LinkState.joined.rawValue)
        WHEN how <= \(LinkReason.nameOfManyMessages.rawValue) THEN \(LinkState.ambiguous.rawValue)
        ELSE \(LinkState.unknown.rawValue) END AS state, how,
      iif(how = \(LinkReason.onlyDelivery.rawValue), only_message, iif(how < \(LinkReason.onlyDelivery.rawValue), target_message, NULL)) AS target_message,
      iif(how = \(LinkReason.onlyDelivery.rawValue), only_device, iif(how < \(LinkReason.onlyDelivery.rawValue), target_device, NULL)) AS target_device,
      iif(how = \(LinkReason.onlyDelivery.rawValue), only_app, iif(how < \(LinkReason.onlyDelivery.rawValue), target_app, NULL)) AS target_app
    FROM judged
    """
  }

  /// The events that joined deliveries give to those that are meant: target_message, target_device, target_app, kind,
  /// at_ms, and as reason_ref why an arrival failed, or 0.
  ///
  /// An arrival counts for what it proves: only one that is evidence where it was told, and only on a channel where the
  /// receiver's own arrivals are, so that nothing becomes more, or less, than what it was.
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
