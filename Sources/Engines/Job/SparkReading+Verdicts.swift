import ReceiptModel

/// What the values of a line amount to: an event, or a reason to refuse it.
extension SparkReading {
  private static func place(_ field: ReceiptField) -> Int { fields.firstIndex(of: field) ?? 0 }

  private static func value(_ field: ReceiptField) -> String { "field[\(place(field))]" }

  var momentLines: String {
    #"""
    -- What is wrong with the ids of a line, in their order, and when it happened.
    CREATE TEMPORARY VIEW moment_line AS
    SELECT fault, field, moment,
      get(filter(transform(slice(field, 1, 4), (id, place) -> CASE
          WHEN id IS NULL THEN CASE WHEN place <> \#(Self.place(.deviceID)) THEN 'missing-field' END
          WHEN id = 'u' THEN 'bad-type'
          WHEN left(id, 1) = 'n' AND NOT (id RLIKE '^n[0-9]{1,19}\\z'
            AND (length(id) < 20 OR id <= 'n9223372036854775807')) THEN 'bad-type'
          WHEN octet_length(id) > 257 THEN 'id-too-long'
          WHEN id RLIKE '[\\x00-\\x1f\\x7f]' THEN 'control-char'
          WHEN place = \#(Self.place(.eventType)) AND (substr(id, 2, 1) = ' ' OR right(id, 1) = ' ') THEN 'bad-type'
        END), fault -> fault IS NOT NULL), 0) AS id_fault,
      \#(SparkTime(assumedOffsetMinutes: settings.assumedOffsetMinutes).expression(of: "moment")) AS at_ms
    FROM (
      SELECT fault, field, coalesce(\#(Self.value(.eventTime)), \#(Self.value(.logTime))) AS moment FROM value_line
    ) AS timed;

    """#
  }

  private var kinds: String {
    settings.eventTypes.sorted { $0.key < $1.key }.map { word, kind in
      "WHEN \(literals.text(word)) THEN '\(kind.name)'"
    }.joined(separator: " ")
  }

  var judgedLines: String {
    #"""
    -- What each line is: an event, nothing, or refused for a reason.
    CREATE TEMPORARY VIEW judged_line AS
    SELECT verdict,
      substr(\#(Self.value(.appKey)), 2) AS app_key,
      substr(\#(Self.value(.messageID)), 2) AS message_id,
      coalesce(substr(\#(Self.value(.deviceID)), 2), '') AS device_id,
      kind,
      CASE WHEN kind = 'other' THEN substr(\#(Self.value(.eventType)), 2) ELSE '' END AS raw_type,
      at_ms,
      'alibaba' AS source,
      attribute[0] AS platform,
      attribute[1] AS channel,
      attribute[2] AS job_key,
      attribute[3] AS app_version,
      attribute[4] AS os,
      attribute[5] AS os_version,
      attribute[6] AS brand,
      attribute[7] AS network_type,
      attribute[8] AS isp,
      CASE WHEN kind IN ('send_failed', 'arrive_failed') THEN attribute[9] ELSE '' END AS reason
    FROM (
      SELECT field, at_ms,
        CASE
          WHEN fault IS NOT NULL THEN fault
          WHEN \#(Self.value(.topic)) <> 'tcps_callback_event' THEN 'wrong-topic'
          WHEN id_fault IS NOT NULL THEN id_fault
          WHEN moment IS NULL THEN 'missing-field'
          WHEN moment = 'u' THEN 'bad-type'
          WHEN at_ms IS NULL OR at_ms < \#(Instant.earliest.milliseconds) OR at_ms >= \#(Instant.latest.milliseconds) THEN 'bad-time'
          WHEN array_contains(slice(field, 8, 10), 'u') THEN 'bad-type'
          ELSE 'event'
        END AS verdict,
        -- Upper and lower case are the same in ASCII only.
        CASE translate(substr(\#(Self.value(.eventType)), 2), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')
          \#(kinds)
          ELSE 'other' END AS kind,
        -- 1024 bytes of a value, cut before a character that would not fit.
        transform(slice(field, 8, 10), value -> CASE
          WHEN value IS NULL THEN ''
          WHEN octet_length(value) <= 1025 THEN substr(value, 2)
          WHEN substr(hex(substring(CAST(value AS BINARY), 1026, 1)), 1, 1) NOT IN ('8', '9', 'A', 'B')
            THEN CAST(substring(CAST(value AS BINARY), 2, 1024) AS STRING)
          WHEN substr(hex(substring(CAST(value AS BINARY), 1025, 1)), 1, 1) NOT IN ('8', '9', 'A', 'B')
            THEN CAST(substring(CAST(value AS BINARY), 2, 1023) AS STRING)
          WHEN substr(hex(substring(CAST(value AS BINARY), 1024, 1)), 1, 1) NOT IN ('8', '9', 'A', 'B')
            THEN CAST(substring(CAST(value AS BINARY), 2, 1022) AS STRING)
          ELSE CAST(substring(CAST(value AS BINARY), 2, 1021) AS STRING)
        END) AS attribute
      FROM moment_line
    ) AS judged;

    """#
  }
}
