package import ReceiptModel

/// The days a report is about, and the days before them that it compares with.
package struct ReportScope: Sendable {
  /// History first, then the reported days.
  package var all: CohortScope
  /// The places of the reported days in `all.days`.
  package var reported: Range<Int>
  /// Days of history before a single reported day: two weeks show a weekly rhythm.
  package static let historyLength = 14

  package init(all: CohortScope, reported: Range<Int>) {
    self.all = all
    self.reported = reported
  }

  /// The reported days alone.
  package var headline: CohortScope {
    var scope = all
    scope.days = Array(all.days[reported])
    return scope
  }

  /// The days of a named window, all of them reported, with as many days of history as comparisons need.
  ///
  /// - Parameter window: milliseconds UTC; days that it cuts are shorter.
  package static func window(
    _ window: Range<Int64>, zone: ReportZone, appKeys: [String], asOf: Int64, settle: Int64
  ) -> ReportScope {
    guard !window.isEmpty else { return empty(appKeys: appKeys, asOf: asOf, settle: settle) }
    let first = zone.day(of: Instant(milliseconds: window.lowerBound))
    let last = zone.day(of: Instant(milliseconds: window.upperBound - 1))
    let length = last.number - first.number + 1
    let history = max(historyLength, comparedWeeks(length) * 7)
    var days = spans(from: first.adding(days: -history), through: last, zone)
    for day in history..<days.count {
      days[day].start = max(days[day].start, window.lowerBound)
      days[day].end = min(days[day].end, window.upperBound)
    }
    return ReportScope(
      all: CohortScope(days: days, appKeys: appKeys, asOf: asOf, settle: settle),
      reported: history..<days.count)
  }

  /// The days a report is about when nobody names any: those that end with the last ripe day with a cohort among the
  /// last 28 days of the span, else with the last day with one that has begun as of then, which is not ripe.
  ///
  /// - Parameters:
  ///   - length: how many days, from 1.
  ///   - history: how many days before them, at least as many as comparisons need.
  ///   - span: from the first cohort of the ledger to the last that has begun; `nil` without any.
  ///   - cells: counters by day, AppKey and channel of a scope.
  package static func latest(
    _ length: Int = 1, history: Int = historyLength, span: Range<Int64>?, zone: ReportZone, appKeys: [String],
    asOf: Int64, settle: Int64,
    cells: (CohortScope) throws -> [CohortCell]
  ) rethrows -> ReportScope {
    guard let span, !span.isEmpty else { return empty(appKeys: appKeys, asOf: asOf, settle: settle) }
    let last = zone.day(of: Instant(milliseconds: span.upperBound - 1))
    var scope = CohortScope(
      days: spans(from: last.adding(days: -27), through: last, zone), appKeys: appKeys, asOf: asOf,
      settle: settle)
    let filled = Set(try cells(scope).map(\.key.day)).sorted()
    let begun = filled.filter { scope.days[$0].start <= asOf }
    let day = begun.last { scope.isRipe(scope.days[$0]) } ?? begun.last ?? scope.days.count - 1
    let reported = zone.day(of: Instant(milliseconds: scope.days[day].start))
    let history = max(history, comparedWeeks(length) * 7)
    scope.days = spans(from: reported.adding(days: 1 - length - history), through: reported, zone)
    return ReportScope(all: scope, reported: history..<history + length)
  }

  private static func empty(appKeys: [String], asOf: Int64, settle: Int64) -> ReportScope {
    ReportScope(
      all: CohortScope(days: [], appKeys: appKeys, asOf: asOf, settle: settle), reported: 0..<0)
  }

  /// The whole days of a stretch of the calendar.
  package static func spans(from first: CivilDay, through last: CivilDay, _ zone: ReportZone) -> [DaySpan] {
    (first.number...max(first.number, last.number)).map { number in
      let day = CivilDay(number: number)
      return DaySpan(
        name: day.description, start: zone.start(of: day).milliseconds,
        end: zone.start(of: day.adding(days: 1)).milliseconds)
    }
  }

  /// How many weeks back the same weekdays lie without overlap.
  static func comparedWeeks(_ length: Int) -> Int { (length + 6) / 7 }
}
