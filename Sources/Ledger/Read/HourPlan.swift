import ReceiptModel

/// Which hours of a scope the stored sums answer, and which have to be counted again from the deliveries.
///
/// An hour is counted again when a day or window begins or ends inside it (zones that are not whole hours from UTC,
/// windows given to the second), or when "settled" changes inside it.
struct HourPlan {
  /// The day of each hour that lies wholly in one.
  private(set) var dayOfHour: [Int64: Int] = [:]
  /// Spans shorter than an hour, each inside one hour and one day.
  private(set) var fragments: [Fragment] = []

  struct Fragment {
    var hour: Int64
    var day: Int
    var start: Int64
    var end: Int64

    var span: Range<Int64> { start..<end }
  }

  private static let hourLength: Int64 = 3_600_000

  init(_ scope: CohortScope) {
    let boundary = RollupKey.hour(of: max(0, scope.settledUntil))
    for (day, span) in scope.days.enumerated() where span.start < span.end {
      var start = span.start
      while start < span.end {
        let hour = RollupKey.hour(of: start)
        let end = min(span.end, (hour + 1) * Self.hourLength)
        if end - start == Self.hourLength, hour != boundary {
          dayOfHour[hour] = day
        } else {
          fragments.append(Fragment(hour: hour, day: day, start: start, end: end))
        }
        start = end
      }
    }
  }
}
