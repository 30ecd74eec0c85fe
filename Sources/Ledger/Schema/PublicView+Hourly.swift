import ReceiptModel

extension PublicView {
  private static let cell: [PublicColumn] = [
    .time("hour_at", "start of the UTC hour of the cohort"),
    .text("app_key", "AppKey, as given"),
  ]

  private static let counters: [PublicColumn] = Count.allCases.map { .count($0.name, $0.definition) }

  private static let counterList = Count.allCases.map { "h.\($0.name)" }.joined(separator: ", ")

  static let hourly = PublicView(
    name: "hourly",
    row: "an hour, AppKey and channel: the sums that reports are made of",
    columns: cell + [
      .text("channel", "push channel; empty when unknown"),
      .yesNo("is_measurable", "whether the channel can give a receipt for a push nobody touches"),
    ] + counters,
    sql: """
      SELECT h.hour * 3600000 AS hour_at, a.app_key, c.name AS channel, c.is_measurable, \(counterList)
      FROM channel_hour AS h JOIN app AS a ON a.ref = h.app_ref JOIN channel AS c ON c.ref = h.channel_ref
      """)

  static let hourlyVersions = PublicView(
    name: "hourly_versions",
    row: "an hour, AppKey, app version and OS version",
    columns: cell + [
      .text("app_version", "app version; empty when unknown"),
      .text("os_version", "operating system's version; empty when unknown"),
    ] + counters,
    sql: """
      SELECT h.hour * 3600000 AS hour_at, a.app_key, v.app_version, v.os_version, \(counterList)
      FROM version_hour AS h JOIN app AS a ON a.ref = h.app_ref JOIN version AS v ON v.ref = h.version_ref
      """)

  static let hourlyLatency = PublicView(
    name: "hourly_latency",
    row: "an hour, AppKey, channel and fine latency bucket",
    columns: cell + [
      .text("channel", "push channel; empty when unknown"),
      .duration("lower_ms", "the bucket's lower limit, included; NULL below zero"),
      .duration("upper_ms", "the bucket's upper limit, excluded"),
      .count("count", "acked deliveries with a latency in the bucket"),
    ],
    sql: """
      SELECT h.hour * 3600000 AS hour_at, a.app_key, c.name AS channel, b.lower_ms, b.upper_ms, h.count
      FROM latency_hour AS h JOIN app AS a ON a.ref = h.app_ref JOIN channel AS c ON c.ref = h.channel_ref
        JOIN latency_bucket AS b ON b.bucket = h.bucket
      """)

  static let hourlyFailures = PublicView(
    name: "hourly_failures",
    row: "an hour, AppKey, channel, kind of failure and reason",
    columns: cell + [
      .text("channel", "push channel; empty when unknown"),
      .text("kind", "send_failed (and never sent) or arrive_failed (of a sent delivery)"),
      .text("reason_code", "code of the reason; empty when there is none"),
      .text("reason_text", "text of the reason; empty when there is none"),
      .count("count", "deliveries"),
    ],
    sql: """
      SELECT h.hour * 3600000 AS hour_at, a.app_key, c.name AS channel,
        CASE h.kind WHEN \(EventKind.sendFailed.rawValue) THEN 'send_failed' ELSE 'arrive_failed' END AS kind,
        coalesce(r.code, '') AS reason_code, coalesce(r.text, '') AS reason_text, h.count
      FROM failure_hour AS h JOIN app AS a ON a.ref = h.app_ref JOIN channel AS c ON c.ref = h.channel_ref
        LEFT JOIN reason AS r ON r.ref = h.reason_ref
      """)

  static let hourlyEvents = PublicView(
    name: "hourly_events",
    row: "an hour, AppKey and kind: distinct events by the time they happened",
    columns: [
      .time("hour_at", "start of the UTC hour"),
      .text("app_key", "AppKey, as given"),
      .text("kind", "kind of the events"),
      .count("events", "distinct events"),
      .time("newest_at", "the last of them"),
    ],
    sql: """
      SELECT h.hour * 3600000 AS hour_at, a.app_key,
        \(kindName("h.kind")) AS kind, h.events, h.newest_ms AS newest_at
      FROM event_hour AS h JOIN app AS a ON a.ref = h.app_ref
      """)

  /// The name of the kind whose raw value stands in a column.
  static func kindName(_ column: String) -> String {
    "CASE \(column) \(EventKind.allCases.map { "WHEN \($0.rawValue) THEN '\($0.name)'" }.joined(separator: " ")) END"
  }
}
