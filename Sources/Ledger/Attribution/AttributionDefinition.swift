import ReceiptModel

/// Who told what of deliveries under their own names: `definitions/tellings.sql`, behind the views `told` and `evidence`.
enum AttributionDefinition {
  /// The bit of `delivery.besides` that says there are linked events.
  static let hasLinked = "coalesce(d.besides & 2, 0)"
  /// The bit that says there are rows in `teller`.
  static let hasTellers = "coalesce(d.besides & 4, 0)"

  /// Rows of `columns`, then kind (its number), source (empty when nothing says which), at_ms.
  ///
  /// - Parameters:
  ///   - columns: what to select of the delivery `d` and its context `x`.
  ///   - source: `delivery AS d` or what leads to it.
  ///   - kinds: only these.
  ///   - condition: what else must hold, given the kind's number as SQL.
  static func rows(
    _ columns: String, from source: String = "delivery AS d", of kinds: [EventKind] = EventKind.allCases,
    where condition: (_ kind: String) -> String = { _ in "true" }
  ) -> String {
    LedgerSQL.statement(
      "definitions/tellings",
      [
        "columns": columns, "source": source, "has_linked": hasLinked, "has_tellers": hasTellers,
        "first_time": firstTime(of: kinds), "k_counts": condition("k.kind"), "w_counts": condition("w.kind"),
        "kinds_asked": kinds.map { "SELECT \($0.rawValue) AS kind" }.joined(separator: " UNION ALL "),
        "numbers_asked": kinds.map { "\($0.rawValue)" }.joined(separator: ", "),
      ])
  }

  /// The first time of the kind `k.kind`; NULL when there is none, and for kind other.
  private static func firstTime(of kinds: [EventKind]) -> String {
    let columns = kinds.filter { $0 != .other }.map { "WHEN \($0.rawValue) THEN d.\($0.name)" }
    return "d.base_ms + CASE k.kind \(columns.joined(separator: " ")) END"
  }
}
