extension Schema {
  /// Whether an extension receipt can be expected of the delivery `d` with the context `c`.
  static let isAckEligible = """
    (c.runs_extension AND coalesce((SELECT e.is_expected FROM expectation AS e
      WHERE e.message_ref = d.message_ref AND e.app_ref = d.app_ref), c.is_ack_eligible))
    """

  /// A delivery in numbers: the SELECT behind `delivery_fact`.
  ///
  /// - Parameter deliveries: a table or view with the columns of `delivery`.
  static func factQuery(of deliveries: String) -> String {
    LedgerSQL.statement(
      "definitions/delivery-facts", ["deliveries": deliveries, "ack_eligible": isAckEligible])
  }

  /// What `event_sum` holds.
  static let eventSums =
    "SELECT app_ref, kind, sum(events), min(hour), max(newest_ms) FROM event_hour GROUP BY 1, 2"

  /// The latest of the first times that a row of `delivery` holds; an event beside it may be later.
  static let newestFirstTime =
    "base_ms + max(\(kindColumns.map { "coalesce(\($0), 0)" }.joined(separator: ", ")))"

  /// The public name of a kind's first time: `acked_at` for `ext_ack`, `sent_at` for `sent`.
  static func column(of kind: String) -> String { kind == "ext_ack" ? "acked_at" : "\(kind)_at" }
}
