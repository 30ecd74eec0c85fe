package import ReceiptModel

/// The counters of a calendar month, as far as the ledger has days of it.
package struct MonthTotal: Sendable {
  /// `2026-09`.
  package var name: String
  /// Days with a delivery.
  package var days: Int
  package var counts: Counts

  /// The last months of some days.
  ///
  /// - Parameter cells: of `days`, whose names begin with the month.
  package static func all(_ cells: [CohortCell], of days: [DaySpan]) -> [MonthTotal] {
    var filled = Set<Int>()
    var months: [MonthTotal] = []
    for cell in cells.sorted(by: { $0.key.day < $1.key.day }) where cell.counts[.deliveries] > 0 {
      let name = String(days[cell.key.day].name.prefix(7))
      if months.last?.name != name { months.append(MonthTotal(name: name, days: 0, counts: Counts())) }
      if filled.insert(cell.key.day).inserted { months[months.count - 1].days += 1 }
      months[months.count - 1].counts.add(cell.counts)
    }
    return months.suffix(longest)
  }

  /// Two years, so that a month stands beside itself a year before.
  package static let longest = 24
}
