import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// The messages with the most sends.
  static func messages(_ input: ReportInput) -> [Page.Block] {
    let messages = input.evidence.messages
    guard !messages.isEmpty else {
      let sums = sumsOnly(input)
      return sums.isEmpty ? [.paragraph("No data.")] : sums
    }
    let ranked = Ranking.largest(messages.indices) { messages.counts(at: $0)[.sent] }
    let table = PageTable(
      [
        .text("AppKey"), .text("Message"), .number("Sends"), .number("Failed"), .number("Delivery"),
        .number("95 % interval"), .number("Opens"), .number("Opens of sent"),
      ],
      rows: ranked.map { place in
        let message = messages[place]
        let counts = message.counts
        let delivery = Metric.confirmedRate.rate(counts)
        return [
          input.app(message.appKey), .text(message.messageID), Figures.count(counts[.sent]),
          Figures.count(counts[.sendFailed]), Figures.percent(delivery), Figures.interval(delivery),
          Figures.count(counts[.opened]), Figures.percent(Metric.openRateSent.rate(counts)),
        ]
      })
    return [.table(table)]
      + Ranking.rest(messages.count) { "and \($0) more messages." }
  }
}
