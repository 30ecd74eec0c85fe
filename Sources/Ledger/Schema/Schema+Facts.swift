extension Schema {
  /// Whether an extension receipt can be expected of the delivery `d` with the context `c`.
  static let isAckEligible = LedgerSQL.statement("definitions/ack-eligible")

  /// A delivery in numbers: the SELECT behind `delivery_fact`.
  ///
  /// - Parameter deliveries: a table or view with the columns of `delivery`.
  static func factQuery(of deliveries: String) -> String {
    LedgerSQL.statement(
      "definitions/delivery-facts", ["deliveries": deliveries, "ack_eligible": isAckEligible])
  }

  /// What `event_sum` holds.
  static let eventSums = LedgerSQL.statement("definitions/kind-sums")

  /// The latest of the first times that a row of `delivery` holds; an event beside it may be later.
  static let newestFirstTime =
    "base_ms + max(\(kindColumns.map { "coalesce(\($0), 0)" }.joined(separator: ", ")))"

  /// The public name of a kind's first time: `acked_at` for `ext_ack`, `sent_at` for `sent`.
  static func column(of kind: String) -> String { kind == "ext_ack" ? "acked_at" : "\(kind)_at" }
}
