import Diagnosis
import Prose
package import ReceiptModel

/// Counters and latencies of some days together.
struct PeriodTotal {
  var counts = Counts()
  var latencies = LatencyHistogram()
  /// Whether there was a delivery at all; without one, nothing was measured.
  var hasData: Bool { counts[.deliveries] > 0 }
}

/// An earlier period that the reported days are compared with.
struct Baseline {
  /// `the day before`.
  var title: Phrase
  /// `nil` when the ledger has nothing of it.
  var total: PeriodTotal?

  func rate(_ metric: Metric) -> Rate? { total.map { metric.rate($0.counts) } }
}

extension ReportInput {
  var days: [DaySpan] { scope.all.days }
  package var reportedDays: [DaySpan] { Array(days[scope.reported]) }

  /// The cells of the reported days.
  var headlineCells: [CohortCell] { evidence.cells.filter { scope.reported.contains($0.key.day) } }

  /// The sum of some days of the scope.
  func total(_ days: Range<Int>) -> PeriodTotal {
    evidence.cells.reduce(into: PeriodTotal()) { sum, cell in
      guard days.contains(cell.key.day) else { return }
      sum.counts.add(cell.counts)
      sum.latencies.add(cell.latencies)
    }
  }

  /// The sum of the reported days.
  var headline: PeriodTotal { total(scope.reported) }

  /// The period just before and the same weekdays of an earlier week; for whole weeks, where these are one, the weeks
  /// before that as far as there is history.
  var baselines: [Baseline] {
    let length = scope.reported.count
    let weeks = ReportScope.comparedWeeks(length)
    let isWeek = length == 7
    let span: Phrase = length == 1 ? "day before" : "\(length) days before"
    let before = baseline(isWeek ? "the week before" : span, daysBack: length)
    guard length == weeks * 7 else {
      return [before, baseline(weeks == 1 ? "week before" : "\(weeks) weeks before", daysBack: weeks * 7)]
    }
    guard scope.reported.lowerBound >= 2 * length else { return [before] }
    return [
      before, baseline(isWeek ? "the week before that" : "the \(length) before them", daysBack: 2 * length),
    ]
  }

  /// The days just before the reported ones, as many; empty where the ledger has nothing of them to compare with.
  var daysBefore: Range<Int> {
    let (start, length) = (scope.reported.lowerBound, scope.reported.count)
    guard start >= length, isCovered(start - length..<start) else { return 0..<0 }
    return start - length..<start
  }

  /// Whether earlier days have data on as many days as the reported ones, or all but one.
  ///
  /// A ledger that begins within them would make everything look grown.
  private func isCovered(_ days: Range<Int>) -> Bool {
    let count = { (days: Range<Int>) in days.count { total($0..<$0 + 1).hasData } }
    let known = count(days)
    return known > 0 && known >= count(scope.reported) - 1
  }

  private func baseline(_ title: Phrase, daysBack: Int) -> Baseline {
    let start = scope.reported.lowerBound - daysBack
    guard start >= 0, !scope.reported.isEmpty else { return Baseline(title: title, total: nil) }
    let days = start..<scope.reported.upperBound - daysBack
    return Baseline(title: title, total: isCovered(days) ? total(days) : nil)
  }

  /// `2026-09-21`, or the first and last of several days, or `no data`.
  var dayText: Phrase {
    guard let first = reportedDays.first, let last = reportedDays.last else { return "no data" }
    return first.name == last.name ? .text(first.name) : "\(first.name) to \(last.name)"
  }

  func isRipe(_ day: DaySpan) -> Bool { scope.all.isRipe(day) }

  /// The name of a day, with a mark while its receipts may still come in, and with its length where clocks change.
  func label(_ day: DaySpan) -> Phrase {
    guard let length = unusualLength(day) else {
      return isRipe(day) ? .text(day.name) : "\(day.name) (unripe)"
    }
    return isRipe(day) ? "\(day.name) (\(length))" : "\(day.name) (\(length), unripe)"
  }

  /// An AppKey with the name people call it by.
  func app(_ appKey: String) -> Phrase { FindingWords.app(appKey, appNames) }

  /// A time in the report's zone, with its offset.
  func time(_ instant: Instant) -> Phrase { .figure(zone.iso(instant)) }

  /// `2026-09-21 22:13:20` by the clocks of the report's zone.
  func shortTime(_ instant: Instant) -> Phrase { .figure(zone.short(instant)) }
}
