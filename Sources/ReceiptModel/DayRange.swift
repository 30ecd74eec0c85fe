/// Days one after the other, as people name them: `2026-09-21`, or `2026-09-21..2026-09-27`.
package struct DayRange: Hashable, Sendable {
  package let first: CivilDay
  /// Not before `first`.
  package let last: CivilDay

  package init(_ first: CivilDay, through last: CivilDay) {
    precondition(first <= last, "days that end before they begin")
    self.first = first
    self.last = last
  }

  /// - Returns: `nil` for anything but a day, or two in their order with two points between.
  package init?(_ text: String) {
    let words = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    let days = words.compactMap { CivilDay($0) }
    guard let first = days.first, let last = days.last, days.count == words.count, first <= last else {
      return nil
    }
    self.init(first, through: last)
  }

  /// From the first day's start to the last one's end, in milliseconds UTC.
  package func span(in zone: ReportZone) -> Range<Int64> {
    zone.start(of: first).milliseconds..<zone.start(of: last.adding(days: 1)).milliseconds
  }

  /// Each day, but those that a zone left out, which last no time.
  package func spans(in zone: ReportZone) -> [DaySpan] {
    (first.number...last.number).map { CivilDay(number: $0) }.compactMap { day in
      let span = DayRange(day, through: day).span(in: zone)
      return span.isEmpty
        ? nil : DaySpan(name: day.description, start: span.lowerBound, end: span.upperBound)
    }
  }
}

extension DayRange: CustomStringConvertible {
  /// `2026-09-21..2026-09-27`, also of one day, so that names made of it sort.
  package var description: String { "\(first)..\(last)" }
}
