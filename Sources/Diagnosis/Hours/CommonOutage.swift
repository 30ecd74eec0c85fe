import ReceiptModel

/// Hours in which next to no acks of several AppKeys came in, while sends went on: their acks come to one server.
///
/// It is told by campaigns of which none is acked, one after the other, whoever sends them. Silent ones may follow each
/// other, too: how often they do, the days before say.
struct CommonOutage: Sendable {
  var start: Int64
  var end: Int64
  /// Those of each AppKey with sends.
  var parts: [LowHours]
  var expected: Double
  var chance: Double
  var opens: LowAcks.Opens
  /// Whether no later settled hour has sends.
  var isOngoing: Bool

  var hits: Int { parts.reduce(0) { $0 + $1.hits } }
  var count: Int { parts.reduce(0) { $0 + $1.count } }
  /// The share of its pushes that is usually acked in time.
  var usual: Double { expected / Double(count) }

  typealias App = UnansweredHours.App

  /// Those that touch the judged days, in order.
  ///
  /// Each stretch of hours with campaigns of which none was acked is one, from the first such hour to the last, where it is
  /// shorter than a day, follows on acked ones, and two AppKeys or more had acks to lose, which others of theirs get.
  ///
  /// - Parameter apps: all with the same hours.
  static func all(_ apps: [App], _ unanswered: UnansweredHours, asOf: Int64) -> [CommonOutage] {
    guard apps.count > 1, let hours = apps.first?.hours else { return [] }
    let states = hours.indices.map { state(of: $0, apps) }
    let times = UnansweredHours.campaigns(hours.indices.filter { hours[$0].isJudged }, of: apps).count
    var outages: [CommonOutage] = []
    var place = 0
    while let first = states[place...].firstIndex(of: .lost) {
      let end = states[first...].firstIndex(of: .answered) ?? states.endIndex
      place = end
      guard hours[first..<end].contains(where: \.isJudged) else { continue }
      let losers = apps.filter { isAcked($0, beside: first..<end, unanswered) }
      let lost = (first..<end).filter { state(of: $0, losers) == .lost }
      guard let first = lost.first, let last = lost.last, last - first < LowAcks.longest,
        hours[first...last].contains(where: \.isJudged)
      else { continue }
      if let outage = CommonOutage(first...last, losers, unanswered, times: times, asOf: asOf) {
        outages.append(outage)
      }
    }
    return outages
  }

  /// - Parameter times: how many stretches it may have been chosen from.
  private init?(
    _ places: ClosedRange<Int>, _ apps: [App], _ unanswered: UnansweredHours, times: Int, asOf: Int64
  ) {
    (start, end) = (apps[0].hours[places.lowerBound].start, apps[0].hours[places.upperBound].end)
    (parts, expected) = ([], 0)
    var (losers, usuallyOpened) = (0, 0.0)
    var (opened, usualOpens) = (Rate(0, of: 0), UsualOpens())
    for (appKey, hours, usual) in apps {
      let run = hours[places]
      let count = run.reduce(0) { $0 + $1.eligible }
      guard count > 0 else { continue }
      parts.append(
        LowHours(appKey: appKey, start: start, end: end, hits: run.reduce(0) { $0 + $1.acked }, count: count))
      let acks = run.reduce(0) { $0 + usual.expected($1) }
      expected += acks
      if acks >= 8 { losers += 1 }
      opened.add(run.unackedOpens)
      usualOpens.add(usual.opens)
      usuallyOpened += Double(count) * usual.openShare
    }
    chance = unanswered.chance(ofNoAcksIn: places, of: apps, times: times)
    opens =
      usualOpens.chance(of: opened) < 0.01
      ? .goOn : LowAcks.Opens(opened.denominator, usual: usuallyOpened, until: end, asOf: asOf)
    isOngoing = !apps.contains { $0.hours[(places.upperBound + 1)...].contains { $0.eligible > 0 } }
    guard losers > 1 else { return nil }
  }

  /// Whether of the three campaigns of an AppKey before some hours one was acked, and of those after it, too, where there
  /// are any but what may well be silent pushes: else its extension has stopped, whatever the others' do.
  private static func isAcked(_ app: App, beside hours: Range<Int>, _ unanswered: UnansweredHours) -> Bool {
    let before = answers(app, (0..<hours.lowerBound).reversed())
    let after = answers(app, hours.upperBound..<app.hours.count)
    return before.contains(true)
      && (after.contains(true) || unanswered.chance(ofAtLeast: after.count, of: after.count) >= 0.05)
  }

  /// Whether the first three campaigns of some hours were acked.
  private static func answers(_ app: App, _ places: some Sequence<Int>) -> [Bool] {
    var answers: [Bool] = []
    for place in places where answers.count < 3 && UnansweredHours.isTelling(app.hours[place], app.usual) {
      answers.append(!UnansweredHours.isUnanswered(app.hours[place], app.usual))
    }
    return answers
  }

  private enum State {
    /// No campaign was acked.
    case lost
    /// One was, or single pushes were.
    case answered
    /// Nothing to tell by.
    case unknown
  }

  private static func state(of place: Int, _ apps: [App]) -> State {
    var isLost = false
    var (acked, expected) = (0, 0.0)
    for (_, hours, usual) in apps where hours[place].eligible > 0 {
      let hour = hours[place]
      if !UnansweredHours.isTelling(hour, usual) {
        acked += hour.acked
        expected += usual.expected(hour)
      } else if UnansweredHours.isUnanswered(hour, usual) {
        isLost = true
      } else {
        return .answered
      }
    }
    if expected >= 4, Double(acked) > 0.25 * expected { return .answered }
    return isLost ? .lost : .unknown
  }
}
