/// What part of a ledger a report is about, and when it is "now".
package struct CohortScope: Sendable {
  /// The days, without overlap and in order; days that a window cuts are shorter.
  package var days: [DaySpan]
  /// Only these AppKeys, or all when empty.
  package var appKeys: [String]
  /// "Now" for every judgement, milliseconds UTC.
  package var asOf: Int64
  /// How long receipts may still be on their way, milliseconds.
  package var settle: Int64

  package init(days: [DaySpan], appKeys: [String], asOf: Int64, settle: Int64) {
    self.days = days
    self.appKeys = appKeys
    self.asOf = asOf
    self.settle = settle
  }

  /// Deliveries sent up to here are settled.
  package var settledUntil: Int64 { asOf - settle }

  /// From the first day's start to the last one's end, in milliseconds UTC; `nil` without days.
  package var window: Range<Int64>? {
    guard let first = days.first, let last = days.last else { return nil }
    return first.start..<max(first.start, last.end)
  }
}

/// A day of a report: its name and the half-open span of cohort times that belong to it.
package struct DaySpan: Equatable, Sendable {
  package var name: String
  /// Milliseconds UTC.
  package var start: Int64
  /// Milliseconds UTC, excluded.
  package var end: Int64

  package init(name: String, start: Int64, end: Int64) {
    self.name = name
    self.start = start
    self.end = end
  }
}
