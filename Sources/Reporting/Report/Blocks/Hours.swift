import Prose
import ReceiptModel

extension DailyReport {
  /// The hours of the reported days together, by the clocks of the report's zone; those without sends are left out.
  static func hours(_ input: ReportInput) -> [Page.Block] {
    let byDay = input.countsByHour
    let sums = (0..<24).map { hour in
      input.scope.reported.reduce(into: Counts()) { $0.add(byDay[$1][hour]) }
    }
    let most = sums.map { $0[.sent] }.max() ?? 0
    guard most > 0 else { return [.paragraph("No data.")] }
    let hours = sums.enumerated().filter { $0.element[.sent] > 0 }
    return [
      .table(
        PageTable(
          [
            .text("Hour"), .number("Sends"), .number("Ack-eligible"), .number("Extension acks"),
            .number("95 % interval"), .number("Opens of sent"), .text(.empty),
          ],
          rows: hours.map { hour, counts in
            let acks = Metric.ackRate.rate(counts)
            return [
              .figure(CellText.padded(String(hour), to: 2)), Figures.count(counts[.sent]),
              Figures.count(acks.denominator), Figures.percent(acks), Figures.interval(acks),
              Figures.percent(Metric.openRateSent.rate(counts)),
              Phrase(.bar(Double(counts[.sent]) / Double(most))),
            ]
          }))
    ]
  }
}
