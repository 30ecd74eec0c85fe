import LogReading
import ReceiptModel

/// The statements by which Spark reads a log of JSON Lines as the importer does.
///
/// Each makes a view on the one before it, so that every rule stands once: the lines, their values, what each value is,
/// and at last what each line is. A rule about several fields has them in one array, because Java takes a minute to
/// compile the class that a list of conditions for each field would be.
struct SparkReading {
  /// Folders or files, in Spark's spelling.
  let inputs: [String]
  let settings: JobSettings
  let literals = LiteralWriter(.spark)

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
