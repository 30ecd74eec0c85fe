import ReceiptModel
import SQLite

extension LedgerReader {
  /// Which source told what in a window: deliveries by source, channel and kind.
  ///
  /// - Returns: nothing when the ledger is of Alibaba's receipts alone, as most are.
  /// - Complexity: otherwise passes over the deliveries of the messages with events in the window.
  func told(_ scope: CohortScope, _ window: Range<Int64>) throws -> [ToldKind] {
    guard try hasOtherSources else { return [] }
    let messages = messages(withEventsIn: window)
    let isInside = "d.at_ms >= \(window.lowerBound) AND d.at_ms < \(window.upperBound)"
    // Nearly all deliveries have one source and no linked event, and one pass counts all their kinds.
    let counts = EventKind.timed.map {
      "total(d.base_ms + d.\($0.name) >= \(window.lowerBound) AND d.base_ms + d.\($0.name) < \(window.upperBound))"
    }.joined(separator: ", ")
    var told = try toldByOne(
      """
      SELECT a.app_key, c.source, h.name, \(Self.wasSent), \(counts) FROM delivery AS d \(Self.names)
      WHERE d.message_ref IN (\(messages)) AND d.device <> '' AND (\(Self.wasSent) OR NOT \(Self.isJoined))
        AND NOT \(AttributionDefinition.hasLinked) AND NOT \(AttributionDefinition.hasTellers)
      GROUP BY 1, 2, 3, 4
      """, scope)
    told += try toldKinds(
      AttributionDefinition.rows(
        "d.app_ref, d.context_ref, \(ToldKind.Deliveries.unsent.rawValue) - \(Self.wasSent) AS deliveries",
        from: "several AS d", of: EventKind.timed),
      with: """
        WITH several AS MATERIALIZED (SELECT * FROM delivery AS d WHERE d.message_ref IN (\(messages))
          AND d.device <> '' AND (\(Self.wasSent) OR NOT \(Self.isJoined))
          AND (\(AttributionDefinition.hasLinked) OR \(AttributionDefinition.hasTellers)))
        """, isInside, scope)
    // Two receipts of one source under two names may be of one delivery.
    told += try toldKinds(
      """
      SELECT app_ref, context_ref, \(ToldKind.Deliveries.linked.rawValue) AS deliveries, message_ref, device, kind,
        source, min(at_ms) AS at_ms FROM (
        \(AttributionDefinition.rows(
          "t.app_ref, t.context_ref, t.message_ref, t.device", from: PublicView.linkedDeliveries,
          of: LinkDefinition.kinds) {
            "\(PublicView.givesProof($0)) AND l.target_message IN (\(messages)) AND l.target_device <> ''"
          })
      ) GROUP BY 1, 2, 3, 4, 5, 6, 7
      """, isInside, scope)
    return ToldKind.summed(told)
  }

  private var hasOtherSources: Bool {
    get throws {
      try database.integer("SELECT EXISTS (SELECT 1 FROM context WHERE source NOT IN ('', 'alibaba'))") == 1
    }
  }

  /// The names of an AppKey and of what is in a context, for rows `d`.
  private static let names = """
    JOIN app AS a ON a.ref = d.app_ref JOIN context AS c ON c.ref = d.context_ref
    JOIN channel AS h ON h.ref = c.channel_ref
    """

  /// Whether `d` has an event of the sending side.
  private static let wasSent = "(coalesce(d.sent, d.send_failed, d.accepted) IS NOT NULL)"

  /// Whether `d` is another log's name for a delivery, which is reported instead.
  private static let isJoined = """
    EXISTS (SELECT 1 FROM link AS j WHERE j.message_ref = d.message_ref AND j.device = d.device
      AND j.app_ref = d.app_ref AND j.state = \(LinkState.joined.rawValue))
    """

  private func toldByOne(_ sql: String, _ scope: CohortScope) throws -> [ToldKind] {
    let rows = try database.prepare(sql)
    var told: [ToldKind] = []
    while try rows.step() {
      guard scope.includes(rows.text(0)) else { continue }
      for (place, kind) in EventKind.timed.enumerated() where rows.integer(4 + place) > 0 {
        told.append(
          ToldKind(
            source: rows.text(1), channel: rows.text(2), kind: kind,
            of: rows.integer(3) != 0 ? .sent : .unsent, count: Int(rows.integer(4 + place)))
        )
      }
    }
    return told
  }

  /// - Parameters:
  ///   - sql: rows with app_ref, context_ref, deliveries, kind, source and at_ms among their columns.
  ///   - tables: what stands before it.
  private func toldKinds(
    _ sql: String, with tables: String = "", _ isInside: String, _ scope: CohortScope
  ) throws -> [ToldKind] {
    let rows = try database.prepare(
      """
      \(tables)
      SELECT a.app_key, d.source, h.name, d.kind, d.deliveries, count(*) FROM (\(sql)) AS d \(Self.names)
      WHERE \(isInside) GROUP BY 1, 2, 3, 4, 5
      """)
    var told: [ToldKind] = []
    while try rows.step() {
      guard scope.includes(rows.text(0)), let kind = EventKind(stored: rows.integer(3)),
        let deliveries = UInt8(exactly: rows.integer(4)).flatMap(ToldKind.Deliveries.init)
      else { continue }
      told.append(
        ToldKind(
          source: rows.text(1), channel: rows.text(2), kind: kind, of: deliveries,
          count: Int(rows.integer(5))))
    }
    return told
  }
}
