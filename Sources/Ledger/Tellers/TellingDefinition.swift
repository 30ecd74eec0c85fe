internal import ReceiptModel

/// Who told what of deliveries under their own names, as SQL: the one definition behind the views `told` and `evidence`.
///
/// A delivery without rows in `teller` was told of by the source of its context alone: it told the first event of each
/// kind that is not here by a link only. Of any other, `teller` says it.
enum TellingDefinition {
  /// The bit of `delivery.besides` that says there are linked events.
  static let hasLinked = "coalesce(d.besides & 2, 0)"
  /// The bit that says there are rows in `teller`.
  static let hasTellers = "coalesce(d.besides & 4, 0)"

  /// Rows of `columns`, then kind (its number), source (empty when nothing says which), at_ms.
  ///
  /// - Parameters:
  ///   - columns: what to say of the delivery `d` and its context `x`.
  ///   - source: `delivery AS d` or what leads to it.
  ///   - kinds: only these.
  ///   - condition: what else must hold, given the kind's number as SQL.
  static func rows(
    _ columns: String, from source: String = "delivery AS d", of kinds: [EventKind] = EventKind.allCases,
    where condition: (_ kind: String) -> String = { _ in "true" }
  ) -> String {
    let numbers = kinds.map { "\($0.rawValue)" }.joined(separator: ", ")
    let firsts = kinds.filter { $0 != .other }.map { kind in
      let (number, first) = ("\(kind.rawValue)", ownFirstTime(of: kind))
      return """
        SELECT \(columns), \(number) AS kind, x.source AS source, \(first) AS at_ms
        FROM \(source) CROSS JOIN context AS x ON x.ref = d.context_ref
        WHERE d.\(kind.name) IS NOT NULL AND NOT \(hasTellers) AND (NOT \(hasLinked) OR \(first) IS NOT NULL)
          AND \(condition(number))
        """
    }
    let others = """
      SELECT \(columns), \(EventKind.other.rawValue), x.source, (SELECT min(e.at_ms) \(repeats(of: .other)))
      FROM \(source) CROSS JOIN context AS x ON x.ref = d.context_ref
      WHERE d.besides IS NOT NULL AND NOT \(hasTellers) AND EXISTS (SELECT 1 \(repeats(of: .other)))
        AND \(condition("\(EventKind.other.rawValue)"))
      """
    let told = """
      SELECT \(columns), w.kind, coalesce(s.name, ''), w.at_ms
      FROM \(source) CROSS JOIN context AS x ON x.ref = d.context_ref
        CROSS JOIN teller AS w ON w.message_ref = d.message_ref AND w.device = d.device AND w.app_ref = d.app_ref
        LEFT JOIN source AS s ON s.ref = w.source_ref
      WHERE \(hasTellers) AND w.kind IN (\(numbers)) AND \(condition("w.kind"))
      """
    return (firsts + (kinds.contains(.other) ? [others] : []) + [told]).joined(separator: "\nUNION ALL ")
  }

  /// The first time of a kind of `d` that is not here by a link only; NULL when there is none.
  static func ownFirstTime(of kind: EventKind) -> String {
    """
    iif(\(hasLinked) AND \(isLinked(kind, at: "d.base_ms + d.\(kind.name)")),
      (SELECT min(e.at_ms) \(repeats(of: kind)) AND NOT \(isLinked(kind, at: "e.at_ms"))),
      d.base_ms + d.\(kind.name))
    """
  }

  private static func repeats(of kind: EventKind) -> String {
    """
    FROM repeat AS e WHERE e.message_ref = d.message_ref AND e.device = d.device AND e.app_ref = d.app_ref
      AND e.kind = \(kind.rawValue)
    """
  }

  private static func isLinked(_ kind: EventKind, at time: String) -> String {
    """
    EXISTS (SELECT 1 FROM linked_event AS l WHERE l.message_ref = d.message_ref AND l.device = d.device
      AND l.app_ref = d.app_ref AND l.kind = \(kind.rawValue) AND l.at_ms = \(time))
    """
  }
}
