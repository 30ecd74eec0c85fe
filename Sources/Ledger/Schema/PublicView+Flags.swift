extension PublicView {
  static let flags = PublicView(
    name: "flags",
    row: "a flag on a delivery",
    columns: [
      .text(
        "flag",
        "app_key_mismatch, app_key_unknown, orphan_ack, ack_timeout, ack_over_budget, ack_retried or clock_skew"
      ),
      .text("app_key", "AppKey of the delivery; for app_key_mismatch the foreign one"),
      .text("message_id", "message id, as given"),
      .text("device_id", "device id, as given"),
      .time("sent_at", "first sent; for app_key_mismatch that of the sender's delivery"),
      .text("detail", "late, lost or silent; the sender's AppKey; the kinds or milliseconds concerned"),
      .yesNo("is_sample", "whether it is one of some that stand for all of a loaded day; see flag_totals"),
    ],
    sql: "\(flagsQuery(asOf: nil)) UNION ALL \(flagSamples)")

  /// Every flag whose delivery is counted, as one SELECT; here and nowhere else is said what each means.
  ///
  /// - Parameters:
  ///   - asOf: "now" for the judgement in milliseconds UTC; without one the ledger's own `moment`.
  ///   - condition: on `f`, which has the columns of `flags` and `at_ms`: the time that puts the flag in a window.
  ///     It is that of one of the delivery's events; of an answer under a foreign AppKey, that of the sender's first send.
  ///   - messages: a SELECT of references of messages that leaves out those that cannot have a flag within `condition`;
  ///     `nil` for all messages.
  static func flagsQuery(
    asOf: Int64?, where condition: String = "true", messages: String? = nil
  ) -> String {
    let moment = asOf.map(String.init) ?? "(SELECT as_of_ms FROM moment)"
    return """
      SELECT f.flag, a.app_key, m.message_id, \(deviceID) AS device_id, f.sent_at, f.detail, 0 AS is_sample
      FROM (\(judgements(moment: moment, messages))) AS f
        JOIN app AS a ON a.ref = f.app_ref
        JOIN message AS m ON m.ref = f.message_ref
      WHERE \(condition) AND \(Schema.isCounted("f.at_ms"))
      """
  }

  /// How many deliveries have each flag: flag, AppKey, the details that are few, number; without ids to look up.
  ///
  /// - Parameters:
  ///   - window: milliseconds UTC; of hours of which only sums are there it has to have all or nothing.
  ///   - settledUntil: what was sent later has no timeout yet.
  static func flagCountsQuery(
    asOf: Int64, in window: Range<Int64>, settledUntil: Int64, messages: String?
  ) -> String {
    """
    SELECT n.flag, a.app_key, n.part, sum(n.deliveries) FROM (
      SELECT f.flag, f.app_ref, iif(f.flag IN ('ack_timeout', 'app_key_mismatch'), f.detail, '') AS part,
        count(*) AS deliveries
      FROM (\(judgements(moment: String(asOf), messages))) AS f
      WHERE f.at_ms >= \(window.lowerBound) AND f.at_ms < \(window.upperBound) AND \(Schema.isCounted("f.at_ms"))
      GROUP BY 1, 2, 3
      UNION ALL
      SELECT flag, app_ref, detail, deliveries FROM flag_hour
      WHERE hour >= \((window.lowerBound + 3_599_999) / 3_600_000) AND hour < \(window.upperBound / 3_600_000)
        AND (flag <> 'ack_timeout' OR hour < \(RollupKey.hour(of: max(0, settledUntil))))
    ) AS n JOIN app AS a ON a.ref = n.app_ref
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    """
  }

  /// The AppKey that sent what `x` answers; of several the smallest.
  static let firstSender = """
    (SELECT o.app_ref FROM delivery AS o JOIN app AS n ON n.ref = o.app_ref
      WHERE o.message_ref = x.message_ref AND o.device = x.device AND o.sent IS NOT NULL
      ORDER BY n.app_key LIMIT 1)
    """

  private static func setting(_ name: String) -> String {
    "(SELECT value FROM setting WHERE name = '\(name)')"
  }

  private static func judgements(moment: String, _ messages: String?) -> String {
    func isNear(_ column: String) -> String { messages.map { "\(column) IN (\($0))" } ?? "true" }
    return """
      -- Answered under an AppKey that never sent it, while another did.
      SELECT 'app_key_mismatch' AS flag, x.message_ref, x.device, x.app_ref, d.base_ms + d.sent AS sent_at,
        s.app_key AS detail, d.base_ms + d.sent AS at_ms
      FROM delivery AS x
        JOIN delivery AS d ON d.message_ref = x.message_ref AND d.device = x.device AND d.app_ref = \(firstSender)
        JOIN app AS s ON s.ref = d.app_ref
      WHERE \(isNear("x.message_ref")) AND x.sent IS NULL AND (x.ext_ack IS NOT NULL OR x.opened IS NOT NULL) AND x.device <> ''
      UNION ALL
      SELECT 'app_key_unknown', x.message_ref, x.device, x.app_ref, x.base_ms + x.sent, NULL,
        x.base_ms + coalesce(x.sent, x.send_failed, x.accepted, 0)
      FROM delivery AS x
      WHERE \(isNear("x.message_ref")) AND x.app_ref IN (SELECT a.ref FROM app AS a WHERE NOT a.is_configured AND NOT EXISTS
        (SELECT 1 FROM event_sum AS e WHERE e.app_ref = a.ref AND e.kind IN (0, 1, 2)))
        -- What is joined to a delivery that is known tells of an app under the name it has elsewhere.
        AND NOT EXISTS (SELECT 1 FROM link AS l WHERE l.message_ref = x.message_ref AND l.device = x.device
          AND l.app_ref = x.app_ref AND l.state = 0)
      UNION ALL
      -- Answered, never sent to this device by anyone, though the message was sent to others. A send
      -- without a device could have been to anybody, so it proves nothing.
      SELECT 'orphan_ack', x.message_ref, x.device, x.app_ref, NULL,
        CASE WHEN x.opened IS NULL THEN 'ext_ack' WHEN x.ext_ack IS NULL THEN 'opened' ELSE 'ext_ack,opened' END,
        x.base_ms
      FROM delivery AS x
      WHERE \(isNear("x.message_ref")) AND x.sent IS NULL AND (x.ext_ack IS NOT NULL OR x.opened IS NOT NULL) AND x.device <> ''
        AND NOT EXISTS (SELECT 1 FROM delivery AS d
          WHERE d.message_ref = x.message_ref AND d.device = x.device AND d.sent IS NOT NULL)
        -- A set of messages, made once: asked of each receipt, a message without any send would be read for each.
        AND x.message_ref IN (SELECT m.ref FROM message AS m WHERE \(isNear("m.ref"))
          AND EXISTS (SELECT 1 FROM delivery AS d
            WHERE d.message_ref = m.ref AND d.device <> '' AND d.sent IS NOT NULL))
      UNION ALL
      SELECT 'ack_timeout', message_ref, device, app_ref, sent_at,
        CASE WHEN acked_at IS NOT NULL THEN 'late' WHEN confirmed THEN 'lost' ELSE 'silent' END, sent_at
      FROM delivery_fact
      WHERE \(isNear("message_ref")) AND sent_at + \(setting("settle_ms")) <= \(moment) AND ack_eligible AND has_device
        AND (acked_at IS NULL OR ack_latency_ms > \(setting("ack_timeout_ms")))
      UNION ALL
      SELECT 'ack_over_budget', message_ref, device, app_ref, sent_at, cast(ack_latency_ms AS TEXT), sent_at
      FROM delivery_fact
      WHERE \(isNear("message_ref")) AND ack_latency_ms > \(setting("ack_budget_ms")) AND has_device
      UNION ALL
      -- Two acks of one delivery 4 to 18 s apart; detail is the smallest such gap.
      SELECT 'ack_retried', message_ref, device, app_ref, sent_at, cast(min(gap) AS TEXT), coalesce(sent_at, at_ms)
      FROM (
        SELECT f.message_ref, f.device, f.app_ref, f.sent_at, l.at_ms - f.acked_at AS gap, f.base_ms AS at_ms
        FROM repeat AS l JOIN delivery_fact AS f
          ON f.message_ref = l.message_ref AND f.device = l.device AND f.app_ref = l.app_ref
        WHERE \(isNear("l.message_ref")) AND l.kind = 5 AND l.device <> '' AND l.at_ms - f.acked_at BETWEEN 4000 AND 18000
        UNION ALL
        -- The last ack that is early enough gives the smallest gap; all pairs of a delivery with thousands are millions.
        SELECT f.message_ref, f.device, f.app_ref, f.sent_at, l.at_ms - (SELECT max(e.at_ms) FROM repeat AS e
            WHERE e.message_ref = l.message_ref AND e.device = l.device AND e.app_ref = l.app_ref AND e.kind = 5
              AND e.at_ms BETWEEN l.at_ms - 18000 AND l.at_ms - 4000), f.base_ms
        FROM repeat AS l JOIN delivery_fact AS f
          ON f.message_ref = l.message_ref AND f.device = l.device AND f.app_ref = l.app_ref
        WHERE \(isNear("l.message_ref")) AND l.kind = 5 AND l.device <> ''
      )
      WHERE gap IS NOT NULL
      GROUP BY message_ref, device, app_ref
      UNION ALL
      SELECT 'clock_skew', message_ref, device, app_ref, sent_at,
        CASE WHEN acked_at < sent_at AND opened_at < sent_at THEN 'ext_ack,opened'
          WHEN acked_at < sent_at THEN 'ext_ack' ELSE 'opened' END, sent_at
      FROM delivery_fact
      WHERE \(isNear("message_ref")) AND (acked_at < sent_at OR opened_at < sent_at) AND has_device
      """
  }
}
