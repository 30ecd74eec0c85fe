import ReceiptModel

extension PublicView {
  static let extensionSteps = PublicView(
    name: "extension_steps",
    row: "a step that a notification service extension wrote into its own log",
    columns: [
      .text("app_key", "AppKey, as given"),
      .text("message_id", "message id, as given"),
      .text("device_id", "device id, as given"),
      .text("app_version", "app version on the device, as far as the receipts of the delivery say it"),
      .text("step", ExtensionStep.allCases.map(\.rawValue).joined(separator: ", ")),
      .time("at_ms", "when it happened, by the device's clock"),
      .text(
        "detail", "what the log says beside it: the error of an attachment, the status of a failed receipt"),
    ],
    sql: extensionSteps(of: "SELECT * FROM step"))

  /// A run is told by the latest `received` that is not after a step: of what is logged in one millisecond nobody knows
  /// the order, and a start stands before everything else.
  static let extensionRuns = PublicView(
    name: "extension_runs",
    row: "a run of a notification service extension, from a step received to the next one on the delivery",
    columns: [
      .text("app_key", "AppKey, as given"),
      .text("message_id", "message id, as given"),
      .text("device_id", "device id, as given"),
      .text("app_version", "app version on the device, as far as the receipts of the delivery say it"),
      .time("started_at", "when the system handed the push over; NULL when the log does not hold the start"),
      .time("ended_at", "the last step of the run in the log"),
      .time("acked_at", "first receipt that was sent and answered"),
      .count("failed_tries", "tries to send the receipt that failed"),
      .time("expiring_at", "first time the system said that its time runs out"),
      .text(
        "attachment_error",
        "the first attachment's error; empty when it failed without a word, NULL when none failed"),
      .time("finished_at", "first time the content was handed back"),
      .text(
        "outcome",
        "acked, expired, attachment_failed, ack_failed, finished or unfinished: the first that holds"),
      .duration("run_ms", "ended_at minus started_at"),
      .duration(
        "start_latency_ms",
        "started_at minus the latest sent not after it; negative when every sent is later, by two clocks that disagree"
      ),
      .text(
        "sent_app_key",
        "AppKey of the delivery that it was for, where the log gives that another name; NULL when it does not"
      ),
      .text("sent_message_id", "its message id"),
      .text("sent_device_id", "its device id"),
    ],
    sql: extensionRuns(of: "SELECT * FROM step"))

  static let attachmentFailures = PublicView(
    name: "attachment_failures",
    row: "an error of attachments, AppKey and app version",
    columns: [
      .text("error", "what the extension's log says; empty when it says nothing"),
      .text("app_key", "AppKey, as given"),
      .text("app_version", "app version; NULL when no receipt of the deliveries says it"),
      .count("failures", "attachments that could not be loaded or shown"),
      .time("first_at", "the first of them"),
      .time("last_at", "the last of them"),
    ],
    sql: """
      SELECT f.detail AS error, a.app_key, nullif(v.app_version, '') AS app_version, count(*) AS failures,
        min(f.at_ms) AS first_at, max(f.at_ms) AS last_at
      FROM (SELECT * FROM step WHERE step = \(ExtensionStep.attachmentFailed.number)) AS f
        \(beside("SELECT * FROM step WHERE step = \(ExtensionStep.attachmentFailed.number)"))
      GROUP BY 1, 2, 3
      """)

  /// Rows of the view `extension_steps`.
  ///
  /// - Parameter steps: a SELECT of rows of `step`.
  static func extensionSteps(of steps: String) -> String {
    """
    SELECT a.app_key, m.message_id, \(deviceID) AS device_id, nullif(v.app_version, '') AS app_version,
      CASE f.step \(ExtensionStep.allCases.map { "WHEN \($0.number) THEN '\($0.rawValue)'" }.joined(separator: " "))
        END AS step,
      f.at_ms, nullif(f.detail, '') AS detail
    FROM (\(steps)) AS f \(beside(steps))
    """
  }

  /// Rows of the view `extension_runs`.
  ///
  /// - Parameter steps: a SELECT of rows of `step`, of each delivery all or none.
  static func extensionRuns(of steps: String) -> String {
    """
    SELECT a.app_key, m.message_id, \(deviceID) AS device_id, nullif(v.app_version, '') AS app_version,
      f.started_at, f.ended_at, f.acked_at, f.failed_tries, f.expiring_at, f.attachment_error, f.finished_at,
      CASE WHEN f.acked_at IS NOT NULL THEN 'acked' WHEN f.expiring_at IS NOT NULL THEN 'expired'
        WHEN f.attachment_error IS NOT NULL THEN 'attachment_failed' WHEN f.finished_at IS NULL THEN 'unfinished'
        WHEN f.failed_tries > 0 THEN 'ack_failed' ELSE 'finished' END AS outcome,
      f.ended_at - f.started_at AS run_ms,
      CASE WHEN d.sent IS NOT NULL AND f.started_at IS NOT NULL THEN f.started_at - max(
        iif(d.base_ms + d.sent <= f.started_at, d.base_ms + d.sent, 0),
        coalesce((SELECT max(r.at_ms) FROM repeat AS r WHERE r.message_ref = d.message_ref AND r.device = d.device
          AND r.app_ref = d.app_ref AND r.kind = \(EventKind.sent.rawValue) AND r.at_ms <= f.started_at), 0),
        iif(d.base_ms + d.sent > f.started_at, d.base_ms + d.sent, 0)) END AS start_latency_ms,
      ta.app_key AS sent_app_key, tm.message_id AS sent_message_id,
      CASE typeof(l.target_device) WHEN 'blob' THEN lower(hex(l.target_device)) ELSE l.target_device END
        AS sent_device_id
    FROM (
      SELECT message_ref, device, app_ref, started_at, max(at_ms) AS ended_at,
        min(iif(step = \(ExtensionStep.acked.number), at_ms, NULL)) AS acked_at,
        sum(step = \(ExtensionStep.ackFailed.number)) AS failed_tries,
        min(iif(step = \(ExtensionStep.expiring.number), at_ms, NULL)) AS expiring_at,
        -- The smallest of these texts is that of the earliest: its time stands in front, in twenty digits.
        substr(min(iif(step = \(ExtensionStep.attachmentFailed.number),
          substr('00000000000000000000' || at_ms, -20) || detail, NULL)), 21) AS attachment_error,
        min(iif(step = \(ExtensionStep.finished.number), at_ms, NULL)) AS finished_at
      FROM (
        SELECT *, max(iif(step = \(ExtensionStep.received.number), at_ms, NULL)) OVER (
          PARTITION BY message_ref, device, app_ref ORDER BY at_ms) AS started_at
        FROM (\(steps)))
      GROUP BY message_ref, device, app_ref, started_at
    ) AS f \(beside(steps))
      LEFT JOIN app AS ta ON ta.ref = l.target_app LEFT JOIN message AS tm ON tm.ref = l.target_message
    """
  }

  /// Names for the references of `f`, and the delivery where the ledger has one: `l` leads to it from a name that the
  /// extension's log gives it.
  private static func beside(_ steps: String) -> String {
    // In this order nothing is read where there is no alias.
    let messages = """
      SELECT DISTINCT s.message_ref FROM (SELECT 1 FROM alias LIMIT 1) AS x CROSS JOIN (\(steps)) AS s
      """
    let links = LinkDefinition.links(of: messages, told: .steps)
    return """
      JOIN app AS a ON a.ref = f.app_ref JOIN message AS m ON m.ref = f.message_ref
        LEFT JOIN (SELECT * FROM (\(links)) WHERE state = \(LinkState.joined.rawValue)) AS l
          ON l.message_ref = f.message_ref AND l.device = f.device AND l.app_ref = f.app_ref
        LEFT JOIN delivery AS d ON d.message_ref = coalesce(l.target_message, f.message_ref)
          AND d.device = iif(l.target_message IS NULL, f.device, l.target_device)
          AND d.app_ref = coalesce(l.target_app, f.app_ref)
        LEFT JOIN build AS b ON b.ref = d.build_ref LEFT JOIN version AS v ON v.ref = b.version_ref
      """
  }
}
