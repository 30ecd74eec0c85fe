import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  private static let comparedMetrics: [Metric] = [.confirmedRate, .ackRate, .openRateSent]

  /// Each reported day beside the same weekday of the week before.
  static func weekdays(_ input: ReportInput) -> [Page.Block] {
    let days = Array(input.scope.reported)
    guard days.contains(where: { input.total($0..<$0 + 1).hasData }) else { return [.paragraph("No data.")] }
    let rows = days.map { day in
      let before = day >= 7 ? input.total(day - 7..<day - 6) : PeriodTotal()
      return ChangeRow(
        name: input.label(input.days[day]), now: input.total(day..<day + 1).counts,
        before: before.hasData ? before.counts : nil)
    }
    return changes(
      rows, title: .text("Day"), note: "Changes are against the same weekday of the week before.")
  }

  /// Each AppKey beside the days before, most sends first.
  static func appChanges(_ input: ReportInput) -> [Page.Block] {
    let (now, before) = (byApp(input, input.scope.reported), byApp(input, input.daysBefore))
    let keys = Set(now.keys).union(before.keys).sorted {
      let (one, other) = (now[$0]?[.sent] ?? 0, now[$1]?[.sent] ?? 0)
      return one != other ? one > other : $0 < $1
    }
    guard !keys.isEmpty else { return [.paragraph("No data.")] }
    let rows = keys.map { key in
      ChangeRow(name: input.app(key.appKey), now: now[key] ?? Counts(), before: before[key])
    }
    let count = input.scope.reported.count
    return changes(
      Array(rows.prefix(Ranking.length)), title: .text("AppKey"),
      note: count == 1
        ? "Changes are against the day before." : "Changes are against the \(count) days before.")
      + Ranking.rest(rows.count) { "and \($0) more AppKeys." }
  }

  /// Counters of a day or an AppKey, and of what it is compared with.
  private struct ChangeRow {
    var name: Phrase
    var now: Counts
    /// `nil` when the ledger has nothing of it.
    var before: Counts?
  }

  private static func byApp(_ input: ReportInput, _ days: Range<Int>) -> [CohortKey: Counts] {
    input.evidence.cells.reduce(into: [:]) { sums, cell in
      guard days.contains(cell.key.day) else { return }
      sums[CohortKey(day: 0, appKey: cell.key.appKey, parts: []), default: Counts()].add(cell.counts)
    }
  }

  private static func changes(
    _ rows: [ChangeRow], title: PageTable.Column, note: Phrase
  ) -> [Page.Block] {
    let comparisons = rows.map { row in
      comparedMetrics.map { RateComparison($0.rate(row.now), $0.rate(row.before ?? Counts())) }
    }
    // A row with nothing to compare with is no comparison, and must not make the others look surer.
    let made = comparisons.joined().filter { $0.own.denominator > 0 && $0.other.denominator > 0 }
    var isBeyond = RateComparison.beyondChance(made)[...]
    let isCompared = rows.contains { $0.before != nil }
    let columns: [PageTable.Column] = [
      title, .number("Sends"), .number("vs before"), .number("Delivery"), .number("pp"),
      .number("Extension acks"), .number("pp"), .number("Opens of sent"), .number("Opens of sent, pp"),
    ]
    // Without anything before, no column says how it changed.
    let shown = isCompared ? [0, 1, 2, 3, 4, 5, 6, 8] : [0, 1, 3, 5, 7]
    let table = PageTable(
      shown.map { columns[$0] },
      rows: zip(rows, comparisons).map { row, rates in
        let cells =
          [
            row.name, Figures.count(row.now[.sent]),
            Figures.change(from: row.before?[.sent], to: row.now[.sent]),
          ]
          + rates.flatMap { rate -> [Phrase] in
            guard rate.own.denominator > 0, rate.other.denominator > 0 else {
              return [Figures.percent(rate.own), Figures.none]
            }
            return [
              Figures.percent(rate.own),
              Figures.change(
                from: rate.other, to: rate.own, isBeyondChance: isBeyond.popFirst() ?? false),
            ]
          }
        return shown.map { cells[$0] }
      })
    return [.table(table)] + (isCompared ? [.paragraph(note)] : [])
  }
}
