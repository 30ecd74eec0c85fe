import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// The messages with the most sends.
  static func messages(_ input: ReportInput) -> [Page.Block] {
    guard !input.messageCells.isEmpty else {
      let sums = sumsOnly(input)
      return sums.isEmpty ? [.paragraph("No data.")] : sums
    }
    let ranked = input.messageCells.sorted { one, other in
      one.counts[.sent] != other.counts[.sent] ? one.counts[.sent] > other.counts[.sent] : one.key < other.key
    }
    let table = PageTable(
      [
        .text("AppKey"), .text("Message"), .number("Sends"), .number("Failed"), .number("Delivery"),
        .number("95 % interval"), .number("Opens"), .number("Opens of sent"),
      ],
      rows: ranked.prefix(Ranking.length).map { cell in
        let counts = cell.counts
        let delivery = Metric.confirmedRate.rate(counts)
        return [
          input.app(cell.key.appKey), .text(cell.key.parts[0]), Figures.count(counts[.sent]),
          Figures.count(counts[.sendFailed]), Figures.percent(delivery), Figures.interval(delivery),
          Figures.count(counts[.opened]), Figures.percent(Metric.openRateSent.rate(counts)),
        ]
      })
    return [.table(table)]
      + Ranking.rest(ranked.count) { "and \($0) more messages." }
  }
}
