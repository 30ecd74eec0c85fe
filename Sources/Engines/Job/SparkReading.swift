import LogReading
import ReceiptModel

/// The statements by which Spark reads a log of JSON Lines as the importer does.
///
/// Each makes a view on the one before it, so that every rule stands once: the lines, their values, what each value is,
/// and at last what each line is. Where a rule is about several fields, they lie in one array: a list of conditions for
/// each field would be a class that Java compiles for a minute.
struct SparkReading {
  /// Folders or files, as Spark wants them named.
  let inputs: [String]
  let settings: JobSettings
  private let literals = LiteralWriter(.spark)

  /// The views from the log to `judged_line`.
  var statements: [String] { inputViews + [lines, parsedLines, valueLines, momentLines, judgedLines] }

  /// What `judged_line` gives to the model and to the accounts.
  static let results = [
    """
    CREATE TEMPORARY VIEW event AS
    SELECT app_key, message_id, device_id, kind, raw_type, at_ms, source, platform, channel, job_key, app_version, os,
      os_version, brand, network_type, isp, reason
    FROM judged_line
    WHERE verdict = 'event';

    """,
    """
    CREATE TEMPORARY VIEW rejected_reason AS
    SELECT verdict AS reason, count(*) AS lines
    FROM judged_line
    WHERE verdict NOT IN ('event', 'ignored', 'corrupt')
    GROUP BY verdict;

    """,
    """
    CREATE TEMPORARY VIEW line_count AS
    SELECT count(*) AS lines,
      count(CASE WHEN verdict = 'corrupt' THEN 1 END) AS corrupt_lines,
      count(CASE WHEN verdict NOT IN ('event', 'ignored', 'corrupt') THEN 1 END) AS rejected_lines,
      count(CASE WHEN verdict = 'ignored' THEN 1 END) AS ignored_lines,
      count(CASE WHEN verdict = 'event' THEN 1 END) AS event_lines
    FROM judged_line;

    """,
  ]

  /// The fields that are read, in the order in which they are judged; the last ten are attributes.
  static let fields: [ReceiptField] = [
    .appKey, .messageID, .deviceID, .eventType, .eventTime, .logTime, .topic, .deviceType, .eventChannel,
    .jobKey, .appVersion, .os, .osVersion, .brand, .networkType, .isp, .reason,
  ]

  /// A name for each `log_N`: Spark reads one path at a time where a view says how.
  private var inputViews: [String] {
    inputs.enumerated().map { number, input in
      """
      CREATE TEMPORARY VIEW log_\(number) (value STRING)
      USING text OPTIONS (path \(literals.text(input)), lineSep '\\n', recursiveFileLookup 'true');

      """
    }
  }

  private var lines: String {
    let parts = inputs.indices.map { "SELECT value FROM log_\($0)" }
    return "CREATE TEMPORARY VIEW log_line AS\n" + parts.joined(separator: "\nUNION ALL ") + ";\n"
  }
}

// MARK: - Lines

extension SparkReading {
  private var schema: String {
    Self.fields.map { "`\($0.rawValue)`: STRING" }.joined(separator: ", ")
  }

  /// Read within brackets, so that what stands behind an object is noticed.
  private var parsedLines: String {
    #"""
    -- Each line without the blanks around it, and its fields.
    CREATE TEMPORARY VIEW parsed_line AS
    SELECT text,
      octet_length(value) - CASE WHEN endswith(value, '\r') THEN 1 ELSE 0 END AS bytes,
      -- A byte that is not UTF-8 is another one on the way to characters and back.
      CAST(value AS BINARY) = encode(value, 'UTF-8') AS is_utf8,
      from_json(concat('[', text, ']'), 'ARRAY<STRUCT<\#(schema)>>',
        map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false')) AS objects,
      json_object_keys(text) AS names,
      -- Without escaped backslashes, so that what follows one is an escape.
      replace(text, '\\\\', '') AS escapes,
      -- Whether a value may be something else than text or a short whole number.
      text RLIKE '"[ \\t\\r]*:[ \\t\\r]*(-|[0-9]+[.eE]|[0-9]{19}|[tf{\\[])' AS is_odd
    FROM (
      SELECT value,
        trim(BOTH ' \t\r' FROM CASE WHEN startswith(value, '\ufeff') THEN substr(value, 2) ELSE value END) AS text
      FROM log_line
    ) AS line;

    """#
  }

  /// A value is `t` and a text, `n` and a number as it is written, `u` for what no field may hold, or NULL for none.
  private var valueLines: String {
    let parsed = Self.fields.map { "object.`\($0.rawValue)`" }.joined(separator: ", ")
    let bare = Self.fields.map {
      #"regexp_extract_all(text, '"\#($0.rawValue)"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1)"#
    }.joined(separator: ",\n      ")
    let names = Self.fields.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return #"""
      -- What is wrong with a line as a whole, and what each of its fields holds.
      CREATE TEMPORARY VIEW value_line AS
      SELECT
        CASE
          WHEN bytes > 1048576 THEN 'line-too-long'
          WHEN text = '' THEN 'ignored'
          WHEN NOT is_utf8 OR object IS NULL OR size(objects) <> 1 OR left(text, 1) <> '{' OR right(text, 1) <> '}'
            THEN 'corrupt'
          -- Half of a pair that stands for one character, or a NUL.
          WHEN instr(escapes, '\\u') > 0 AND escapes RLIKE
            '(?i)\\\\u(0000|d[89ab][0-9a-f]{2}(?!\\\\ud[c-f][0-9a-f]{2}))|(?<!\\\\ud[89ab][0-9a-f]{2})\\\\ud[c-f][0-9a-f]{2}'
            THEN 'corrupt'
          WHEN size(names) > 256 THEN 'too-many-keys'
          WHEN size(array_distinct(names)) < size(names) AND exists(array(\#(names)), name ->
              size(filter(names, other -> other = name)) > 1
              -- Without escapes a value has no mark inside; to leave them to a repeated choice would be one call of
              -- Java for each character, and the end of its stack.
              AND size(array_distinct(transform(regexp_extract_all(
                replace(replace(text, '\\\\', '\u0001'), '\\"', '\u0002'),
                concat('"', name, '"[ \\t\\r]*:[ \\t\\r]*("[^"]*"|[^,}\\]\\s]+)'), 1),
                value -> CASE WHEN value RLIKE '^[tf{\\[]' THEN 'u' ELSE value END))) > 1)
            THEN 'dup-key'
        END AS fault,
        zip_with(
          array(\#(parsed)),
          CASE WHEN is_odd THEN array(
            \#(bare))
          ELSE array_repeat(CAST(array() AS ARRAY<STRING>), \#(Self.fields.count)) END,
          -- A bare value of that name may also stand in an inner object; some versions write numbers anew.
          (parsed, bares) -> CASE
            WHEN parsed IS NULL THEN NULL
            WHEN exists(bares, bare -> bare RLIKE '^[tf{\\[]' AND left(parsed, length(bare)) = bare) THEN 'u'
            WHEN exists(bares, bare -> bare RLIKE '^[-0-9]' AND try_cast(bare AS DOUBLE) = try_cast(parsed AS DOUBLE))
              THEN concat('n', get(filter(bares, bare -> bare RLIKE '^[-0-9]'
                AND try_cast(bare AS DOUBLE) = try_cast(parsed AS DOUBLE)), 0))
            WHEN parsed NOT IN ('', '-', 'null') THEN concat('t', parsed)
          END) AS field
      FROM (SELECT *, get(objects, 0) AS object FROM parsed_line) AS parsed;

      """#
  }
}

// MARK: - Values

extension SparkReading {
  private static func place(_ field: ReceiptField) -> Int { fields.firstIndex(of: field) ?? 0 }

  private static func value(_ field: ReceiptField) -> String { "field[\(place(field))]" }

  private var momentLines: String {
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
          WHEN substr(id, 2, 1) = ' ' OR right(id, 1) = ' ' THEN 'bad-type'
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

  private var judgedLines: String {
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
