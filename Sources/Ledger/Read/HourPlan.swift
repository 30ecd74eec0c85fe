import ReceiptModel

/// Which rows of hourly sums answer a scope, and what has to be counted again from the deliveries.
///
/// A row is counted again when a day or window begins or ends inside it (zones that are not whole hours from UTC,
/// windows given to the second), or when "settled" changes inside it.
struct HourPlan {
  /// The day of each row that lies wholly in one, by the row's first hour.
  private(set) var dayOfRow: [Int64: Int] = [:]
  /// Parts of other rows, each inside one day.
  private(set) var fragments: [Fragment] = []

  struct Fragment {
    var day: Int
    var span: Range<Int64>
  }

  /// Everything counted from the deliveries.
  static func deliveries(of scope: CohortScope) -> HourPlan {
    HourPlan(fragments: scope.days.enumerated().map { Fragment(day: $0, span: $1.start..<$1.end) })
  }

  private init(fragments: [Fragment]) { self.fragments = fragments }

  /// - Parameter hours: how many a row sums.
  init(_ scope: CohortScope, hours: Int64 = 1) {
    let length = hours * 3_600_000
    let boundary = max(0, scope.settledUntil) / length
    for (day, span) in scope.days.enumerated() where span.start < span.end {
      var start = span.start
      while start < span.end {
        let row = start / length
        let end = min(span.end, (row + 1) * length)
        if end - start == length, row != boundary {
          dayOfRow[row * hours] = day
        } else {
          fragments.append(Fragment(day: day, span: start..<end))
        }
        start = end
      }
    }
  }
}
