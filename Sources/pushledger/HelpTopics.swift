import CommandLineKit
import Prose
import ReceiptModel

/// The long texts of `pushledger help TOPIC`.
enum HelpTopics {
  static let all = [exitCodes, metrics, time]

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

    --since and --until are half open. They and --as-of take ISO 8601, a date, yesterday, today, last-7d, last-24h, \
    or seconds or milliseconds since 1970.
    """
}
