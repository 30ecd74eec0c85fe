import ReceiptModel

/// The hours in which an AppKey had events, in the judged days and before.
struct KeyActivity {
  /// Hours of the history, from the first that had an event of anybody.
  ///
  /// They end with the AppKey's own last event if it is quiet, since the hours of a pause say nothing of how active it
  /// was before; else with the start of the judged days.
  var pastHours: Int
  /// How many of them had an event of this AppKey.
  var activeHours: Int
  /// The longest run of past hours without an event, between two that had one.
  var longestGap: Int
  /// Hours since its last event, to the end of the judged days, without those of the first weekend.
  var quietHours: Int
  /// How many of them are judged.
  private var judgedHours: Int
  /// The end of the hour of its last event before the judged days.
  var lastSeen: Instant?
  /// Whether it had an event in the judged days.
  var isActive: Bool

  init(of appKey: String, _ evidence: Evidence) {
    let events = evidence.eventHours.filter { $0.events > 0 }
    let hour: Int64 = 3_600_000
    let window = evidence.scope.window ?? 0..<0
    let own = Set(events.filter { $0.appKey == appKey }.map(\.hour.milliseconds))
    let past = own.filter { $0 < window.lowerBound }.sorted()
    let begin = events.map(\.hour.milliseconds).min() ?? window.lowerBound
    activeHours = past.count
    longestGap = zip(past, past.dropFirst()).map { Int(($1 - $0) / hour) - 1 }.max() ?? 0
    lastSeen = past.last.map { Instant(milliseconds: $0 + hour) }
    let quiet = past.last.map { $0 + hour } ?? window.upperBound
    // Of an AppKey that is younger than a week nobody knows whether it rests.
    let unknown = min(window.upperBound, (past.first ?? quiet) + 7 * 24 * hour)
    let resting = stride(from: quiet, to: unknown, by: Int(hour)).filter(Weekend.contains)
    quietHours = Int((window.upperBound - quiet) / hour) - resting.count
    judgedHours =
      Int((window.upperBound - max(quiet, window.lowerBound)) / hour)
      - resting.count { $0 >= window.lowerBound }
    isActive = own.contains { $0 + hour > window.lowerBound && $0 < window.upperBound }
    let end = isActive ? window.lowerBound : past.last.map { $0 + hour } ?? window.lowerBound
    pastHours = Int(max(0, end - begin) / hour)
  }

  /// The chance of no event in so many hours, from how many of the hours before had one.
  ///
  /// Events come in bursts, since one campaign makes thousands, so hours are counted and not events. The share of
  /// active hours is taken at the lower end of its 95 % interval. Of a pause that has lasted longer than the judged
  /// days, only the hours beyond its longest pause count: it has been quiet for that long before, in a night for
  /// example.
  ///
  /// - Parameter hours: of the judged days.
  func chanceOfNone(inHours hours: Double) -> Double {
    let quiet = isActive ? Int(hours) : max(judgedHours, quietHours - longestGap)
    return Silence.chance(Rate(activeHours, of: pastHours), ofNoneIn: quiet)
  }
}
