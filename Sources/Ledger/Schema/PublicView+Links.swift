import ReceiptModel

extension PublicView {
  static let links = PublicView(
    name: "links",
    row: "a delivery that another log tells under a name of its own, and the delivery that is meant",
    columns: [
      .text("app_key", "app, as the other log names it"),
      .text("message_id", "the name, as given: a vendor's message id, an id of an open"),
      .text("device_id", "device, as the other log names it; a token, a user"),
      .text("source", "which log told it"),
      .text("space", "whose names these are: vendor or open"),
      .text("state", LinkState.allCases.map(\.name).joined(separator: ", ")),
      .text("how", "why it is joined or not: \(LinkReason.allCases.map(\.name).joined(separator: ", "))"),
      .text("target_app_key", "AppKey of the delivery that is meant; NULL unless joined"),
      .text("target_message_id", "its message id"),
      .text("target_device_id", "its device id"),
      .text(
        "kinds", "what it tells of that delivery, kinds with commas between; NULL when nothing or not joined"),
      .time("first_event_ms", "its earliest event"),
    ],
    sql: """
      SELECT a.app_key, m.message_id, \(deviceID) AS device_id, nullif(c.source, '') AS source, f.space,
        \(LinkState.sql("f.state")) AS state, \(LinkReason.sql("f.how")) AS how,
        ta.app_key AS target_app_key, tm.message_id AS target_message_id,
        CASE typeof(f.target_device) WHEN 'blob' THEN lower(hex(f.target_device)) ELSE f.target_device END AS target_device_id,
        CASE WHEN f.state = \(LinkState.joined.rawValue) THEN nullif(rtrim(\(kindsTold), ','), '') END AS kinds,
        d.base_ms AS first_event_ms
      FROM link AS f
        JOIN delivery AS d ON d.message_ref = f.message_ref AND d.device = f.device AND d.app_ref = f.app_ref
        JOIN context AS c ON c.ref = d.context_ref
        JOIN app AS a ON a.ref = f.app_ref
        JOIN message AS m ON m.ref = f.message_ref
        LEFT JOIN app AS ta ON ta.ref = f.target_app
        LEFT JOIN message AS tm ON tm.ref = f.target_message
        LEFT JOIN delivery AS t
          ON t.message_ref = f.target_message AND t.device = f.target_device AND t.app_ref = f.target_app
        LEFT JOIN context AS r ON r.ref = t.context_ref
      """)

  /// `d` told it and `c` says how; `r` is the context of the delivery that is meant.
  private static var kindsTold: String {
    LinkDefinition.kinds.map { kind in
      let proves = kind == .arrived ? " AND c.arrival_is_evidence AND r.arrival_is_evidence" : ""
      return "iif(d.\(kind.name) IS NOT NULL\(proves), '\(kind.name),', '')"
    }.joined(separator: " || ")
  }

  static let tokens = PublicView(
    name: "tokens",
    row: "a time from which a token stood for a device; the token itself is not shown",
    columns: [
      .text("device_id", "the device, as given"),
      .time("from_ms", "from when on; NULL when the map names no time: always"),
      .time(
        "until_ms", "when the same token came to stand for a device again; NULL while nothing is known of it"),
      .yesNo("is_shared", "whether it stood for several devices from that time on, which joins nothing"),
    ],
    sql: """
      SELECT \(deviceID) AS device_id, nullif(f.from_ms, 0) AS from_ms,
        (SELECT min(n.from_ms) FROM token AS n WHERE n.token = f.token AND n.from_ms > f.from_ms) AS until_ms,
        EXISTS (SELECT 1 FROM token AS o WHERE o.token = f.token AND o.from_ms = f.from_ms AND o.device <> f.device) AS is_shared
      FROM token AS f
      """)

  static let appOpens = PublicView(
    name: "app_opens",
    row: "an open of the app that its own analytics tell, and that names no push",
    columns: [
      .text("app_key", "app, as that log names it"),
      .text("device_id", "device, as that log names it"),
      .time("at_ms", "when it was opened"),
      .text("source", "which log told it"),
      .text(
        "on_device_id",
        "the device by the map of tokens, else the same; NULL when the map names several for that time"),
    ],
    sql: """
      SELECT a.app_key, \(deviceID) AS device_id, f.at_ms, nullif(f.source, '') AS source,
        CASE (SELECT count(DISTINCT t.device) FROM token AS t WHERE t.token = \(deviceID) AND t.from_ms = \(lastFrom))
          WHEN 0 THEN \(deviceID)
          WHEN 1 THEN (SELECT CASE typeof(t.device) WHEN 'blob' THEN lower(hex(t.device)) ELSE t.device END
            FROM token AS t WHERE t.token = \(deviceID) AND t.from_ms = \(lastFrom))
        END AS on_device_id
      FROM app_open AS f JOIN app AS a ON a.ref = f.app_ref
      """)

  private static let lastFrom =
    "(SELECT max(x.from_ms) FROM token AS x WHERE x.token = \(deviceID) AND x.from_ms <= f.at_ms)"
}
