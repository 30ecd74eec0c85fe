import Prose
import ReceiptModel

extension QuietSource {
  /// The finding about runs of hours without an event; a note where the sender of an AppKey has stopped.
  func finding(_ runs: [[Int]], _ evidence: Evidence) -> Finding {
    let scope = kind.map { FindingScope.of(.kind, $0.name) } ?? FindingScope()
    let finding = Finding(
      .quietHours, .warning, appKey: appKey, scope: scope.and(.time, words: Self.words(runs, evidence)),
      since: runs.first?.first.map { Instant(milliseconds: evidence.hours[$0].start) },
      cause: cause, rivals: rivals, nextStep: nextStep, rows: "hourly-volume")
    return stoppedSender(runs, evidence)?.explaining(finding) ?? finding
  }

  private var cause: Phrase {
    if appKey.isEmpty { return "a gap in the log: nothing at all came in, in hours that always had events" }
    guard let kind else {
      return "no event of this AppKey, while others went on, in hours that always had some"
    }
    return kind == .sent || kind == .accepted
      ? "nothing was sent, or its log is missing, in hours that always had sends"
      : "no such event although sends went on, in hours that always had some"
  }

  private var rivals: [Rival] {
    if appKey.isEmpty {
      return [
        Rival("nothing was sent and nothing answered", settledBy: "the sender's own count for those hours")
      ]
    }
    return kind == nil || kind == .sent || kind == .accepted
      ? [Rival("there was nothing to send", settledBy: "the sender's own count for those hours")]
      : [
        Rival("the log of this kind is missing", settledBy: "the export job's own log for those hours"),
        Rival("devices could not report", settledBy: "other kinds of answers in those hours"),
      ]
  }

  private var nextStep: Phrase {
    "look for log files of those hours and import them; if there are none, check the export job for those hours"
  }

  /// `2026-09-21 02:00 to 05:00 UTC, and 2 more`.
  private static func words(_ runs: [[Int]], _ evidence: Evidence) -> Phrase {
    let spans = runs.prefix(3).compactMap { run -> Phrase? in
      guard let first = run.first, let last = run.last else { return nil }
      let start = Instant(milliseconds: evidence.hours[first].start)
      let end = Instant(milliseconds: evidence.hours[last].end)
      let day = ReportZone.utc.day(of: start)
      let endDay = ReportZone.utc.day(of: end)
      let until = endDay == day ? clock(end) : "\(endDay) \(clock(end))"
      return "\(figure: "\(day) \(clock(start))") to \(figure: until) UTC"
    }
    .joined()
    return runs.count > 3 ? "\(spans) and \(runs.count - 3) more" : spans
  }

  private static func clock(_ instant: Instant) -> String {
    let hour = instant.milliseconds / 3_600_000 % 24
    return (hour < 10 ? "0" : "") + "\(hour):00"
  }
}
