import CommandLineKit
import LogReading
import Prose
import ReceiptModel

/// The long texts of `pushledger help TOPIC`.
enum HelpTopics {
  static let all = [formats, metrics, time, cron, exitCodes]

  private static let formats = HelpTopic(
    "formats", summary: "logs that can be read, and what is written",
    text: """
      Read is the Alibaba Cloud push receipt log: JSON Lines, JSON arrays (one, several, or under "data"), and CSV with \
      any separator and column order; each plain, gzip or zstd. What a file is, its content tells and never its name. \
      app_key, message_id, event_type and a time are needed; unknown fields may hold anything and are skipped.

      Types of events and the kinds they are; configuration adds to them, and any other is kept as "other":

      \(eventTypes)

      Written are: reports as Markdown; data sets as CSV (RFC 4180, UTF-8, ids quoted, shares as fractions, an empty cell \
      means not measured) with a manifest.json that says what each column means; findings as text, JSON, Markdown, CSV, \
      OpenMetrics or a line for Nagios; answers as table, CSV, JSON, JSON Lines or Markdown.
      """)

  private static var eventTypes: String {
    let kinds = Dictionary(grouping: ReadOptions.defaultAliases.keys) { ReadOptions.defaultAliases[$0] }
    return EventKind.allCases.compactMap { kind in
      kinds[kind].map { " \(kind.name.padded(to: 15))" + $0.sorted().joined(separator: ", ") }
    }.joined(separator: "\n")
  }

  private static let cron = HelpTopic(
    "cron", summary: "lines that keep a ledger going by themselves",
    text: """
      Minute, hour, day, month, weekday, command; cron knows no search path but the system's:

       7 *  * * *  cd /srv/push && pushledger import --quiet --wait 600 logs/
       17 * * * *  cd /srv/push && pushledger check --if-findings
       20 6 * * *  cd /srv/push && pushledger report daily --output daily.md
       25 6 * * *  cd /srv/push && pushledger export --output csv

      cron mails what is written, so these write only what needs somebody. In a crontab a % is a line end: write \\% for \
      one. Each line may be repeated, skipped or killed: an import goes on where the last one ended, and one run at a time \
      writes; another waits for as long as --wait says and then ends with exit code 75, which means to try later.

      The days are UTC's unless the setting timeZone or --tz says otherwise. A day is best read when its receipts have \
      come in, some hours after it ended.
      """)

  private static let exitCodes = HelpTopic(
    "exit-codes", summary: "what the exit code of a command says",
    text: ExitCode.allCases.map { " \($0.rawValue)".padded(to: 5) + $0.meaning }.joined(separator: "\n"))

  private static let metrics = HelpTopic(
    "metrics", summary: "every rate with its numerator and denominator",
    text: Metric.allCases.map { metric in
      " \(metric.rawValue)\n   \(metric.numerator.plain()) / \(metric.denominator.plain())\n   \(metric.meaning.plain())"
    }.joined(separator: "\n"))

  private static let time = HelpTopic(
    "time", summary: "how times are read and written",
    text: """
      Times of events are kept as milliseconds in UTC. A log's event_time is read by its shape: 10 digits are seconds, \
      13 milliseconds, 16 microseconds, 19 nanoseconds; ISO 8601 with a zone; or yyyy-MM-dd HH:mm:ss without one, which \
      is taken as +08:00 unless --assume-tz says otherwise. Without event_time, __time__ counts.

      Days are those of --tz. A delivery belongs to the day of its first send, so that receipts that come later change \
      the day of the push, not the day they came in.

      --since and --until are half open. They and --as-of take ISO 8601, a date, yesterday, today, last-7d, last-24h, \
      or seconds or milliseconds since 1970.
      """)
}
