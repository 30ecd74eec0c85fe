import CommandLineKit
import LogReading
import Prose
import ReceiptModel

/// The long texts of `pushledger help TOPIC`.
enum HelpTopics {
  static let all = [formats, metrics, time, cron, exitCodes]

  private static let formats = HelpTopic(
    "formats", summary: "logs that can be read, and what is written",
    text: { language in "\(language.words(readText))\n\n\(eventTypes)\n\n\(language.words(writtenText))" })

  private static let readText = """
    pushledger reads the Alibaba Cloud push receipt log: JSON Lines, JSON arrays (one, several, or under "data"), and \
    CSV with any separator and column order; each plain, gzip, zstd, lz4 or snappy. The content of a file tells what \
    it is, never its name. app_key, message_id, event_type and a time are needed; unknown fields may hold anything and \
    are skipped.

    Types of events and the kinds they stand for; configuration adds to them, and any other is kept as "other":
    """

  private static let writtenText = """
    pushledger writes reports as Markdown with SVG pictures, as one HTML page, as JSON, or as messages for Slack, \
    DingTalk and WeCom; data sets as CSV (RFC 4180, UTF-8, ids quoted, shares as fractions, an empty cell means not \
    measured) with a manifest and a data package that say what each column means, or as a SQLite snapshot; findings as \
    text, JSON, Markdown, CSV, OpenMetrics, chat messages or a line for Nagios; answers as table, CSV, JSON, JSON \
    Lines or Markdown.
    """

  private static var eventTypes: String {
    let kinds = Dictionary(grouping: ReadOptions.defaultAliases.keys) { ReadOptions.defaultAliases[$0] }
    return EventKind.allCases.compactMap { kind in
      kinds[kind].map { " \(kind.name.padded(to: 15))" + $0.sorted().joined(separator: ", ") }
    }.joined(separator: "\n")
  }

  private static let cron = HelpTopic(
    "cron", summary: "a line that keeps a ledger and its reports up to date by itself",
    text: { $0.words(cronText) })

  private static let cronText = """
    Minute, hour, day, month, weekday, command; cron knows no search path but the system's:

     7 * * * *  cd /srv/push && pushledger run --quiet --wait 600

    It imports what is new, judges it, and publishes data sets and reports together; pushledger.json5 says which logs, \
    reports and formats. cron mails what is written, so this writes only what needs somebody's attention. In a crontab a % is a \
    line end: write \\% for one. The line may be repeated, skipped or killed: an import goes on where the last one \
    ended, what was published stays whole, and one run at a time writes; another waits for as long as --wait says and \
    then ends with exit code 75, which means to try later.

    The days are UTC's unless the setting timeZone or --tz says otherwise. A day is best read when its receipts have \
    come in, some hours after it ended.
    """

  private static let exitCodes = HelpTopic(
    "exit-codes", summary: "what the exit code of a command says",
    text: { language in
      ExitCode.allCases.map { " \($0.rawValue)".padded(to: 5) + language.words($0.meaning) }
        .joined(separator: "\n")
    })

  private static let metrics = HelpTopic(
    "metrics", summary: "every rate with its numerator and denominator",
    text: { language in
      Metric.allCases.map { metric in
        let fraction: Phrase = "\(metric.numerator) / \(metric.denominator)"
        return
          " \(metric.rawValue)\n   \(fraction.plain(in: language))\n   \(metric.meaning.plain(in: language))"
      }
      .joined(separator: "\n")
    })

  private static let time = HelpTopic(
    "time", summary: "how times are read and written", text: { $0.words(timeText) })

  private static let timeText = """
    Times of events are kept as milliseconds in UTC. A log's event_time is read by its shape: 10 digits are seconds, \
    13 milliseconds, 16 microseconds, 19 nanoseconds; ISO 8601 with a zone; or yyyy-MM-dd HH:mm:ss without one, which \
    is taken as +08:00 unless --assume-tz says otherwise. Without event_time, __time__ counts.

    Days are those of --tz. A delivery belongs to the day of its first send, so that receipts that come later change \
    the day of the push, not the day they came in.

    --since, --until and --as-of take ISO 8601, a date, yesterday, today, now, last-7d, last-24h, or seconds or \
    milliseconds since 1970. Each names one instant, whichever option takes it: a date, yesterday and today the \
    beginning of that day, last-7d the moment seven times 24 hours ago. A window begins at --since and ends before \
    --until, so --since yesterday --until today is yesterday.

    The words count from as-of and not from the clock: yesterday is the day before the one that as-of lies in, by the \
    zone of --tz. As-of is the newest event that is not after the clock, unless --as-of names it; words of --as-of \
    itself count from the clock.
    """
}
