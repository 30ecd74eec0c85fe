extension Schema {
  /// A delivery in numbers, with everything that is judged about it.
  ///
  /// The one place where eligibility, confirmation, cohort and latency are defined. The public views, the flags and the recomputed rollups all stand on it.
  ///
  /// `repeat.kind = 1` is `sent`, by `EventKind`.
  static let factView = "CREATE VIEW delivery_fact AS \(factQuery);"

  /// Whether an extension receipt can be expected of the delivery `d` with the context `c`.
  static let isAckEligible = """
    (c.runs_extension AND coalesce((SELECT e.is_expected FROM expectation AS e
      WHERE e.message_ref = d.message_ref AND e.app_ref = d.app_ref), c.is_ack_eligible))
    """

  /// The SELECT behind it.
  static let factQuery = factQuery(of: "delivery")

  /// - Parameter deliveries: a table or view with the columns of `delivery`.
  static func factQuery(of deliveries: String) -> String {
    """
    SELECT d.message_ref, d.device, d.app_ref, d.context_ref, d.build_ref, d.network_ref, d.reason_ref,
      \(kindColumns.map { "d.base_ms + d.\($0) AS \(column(of: $0))" }.joined(separator: ",\n  ")),
      d.base_ms,
      d.device <> '' AS has_device,
      d.base_ms + coalesce(d.sent, d.send_failed, d.accepted) AS cohort_at,
      c.channel_ref, \(isAckEligible) AS ack_eligible,
      (d.ext_ack IS NOT NULL OR d.displayed IS NOT NULL OR d.opened IS NOT NULL OR d.dismissed IS NOT NULL
        OR (d.arrived IS NOT NULL AND c.arrival_is_evidence)) AS confirmed,
      -- The latest sent not after the answer; when there is none, the first sent, which makes the latency negative.
      CASE WHEN d.sent IS NOT NULL AND d.ext_ack IS NOT NULL THEN d.base_ms + d.ext_ack - coalesce(
        (SELECT max(r.at_ms) FROM repeat AS r WHERE r.message_ref = d.message_ref AND r.device = d.device
          AND r.app_ref = d.app_ref AND r.kind = 1 AND r.at_ms <= d.base_ms + d.ext_ack),
        d.base_ms + d.sent) END AS ack_latency_ms,
      CASE WHEN d.sent IS NOT NULL AND d.opened IS NOT NULL THEN d.base_ms + d.opened - coalesce(
        (SELECT max(r.at_ms) FROM repeat AS r WHERE r.message_ref = d.message_ref AND r.device = d.device
          AND r.app_ref = d.app_ref AND r.kind = 1 AND r.at_ms <= d.base_ms + d.opened),
        d.base_ms + d.sent) END AS open_latency_ms
    FROM \(deliveries) AS d JOIN context AS c ON c.ref = d.context_ref
    """
  }

  /// The latest of the first times that a row of `delivery` holds; an event beside it may be later.
  static let newestFirstTime =
    "base_ms + max(\(kindColumns.map { "coalesce(\($0), 0)" }.joined(separator: ", ")))"

  /// The public name of a kind's first time: `acked_at` for `ext_ack`, `sent_at` for `sent`.
  static func column(of kind: String) -> String { kind == "ext_ack" ? "acked_at" : "\(kind)_at" }
}
