import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// The messages with the most sends.
  static func messages(_ input: ReportInput) -> [Page.Block] {
    let messages = input.evidence.messages.cells
    guard !input.evidence.messages.isEmpty else {
      let sums = sumsOnly(input)
      return sums.isEmpty ? [.paragraph("No data.")] : sums
    }
    guard !messages.isEmpty else { return [.paragraph(smallMessages(input.evidence.messages.count, input))] }
    let ranked = Ranking.largest(messages.indices, length: Ranking.short) { messages.counts(at: $0)[.sent] }
    let table = PageTable(
      [
        .text("AppKey"), .text("Message"), .number("Sends"), .number("Delivery"),
        .number("Wilson limits"), .number("Opens"),
      ],
      rows: ranked.map { place in
        let message = messages[place]
        let counts = message.counts
        let delivery = Metric.confirmedRate.rate(counts)
        return [
          input.app(message.appKey), .text(message.messageID), Figures.count(counts[.sent]),
          Figures.percent(delivery), Figures.interval(delivery),
          Figures.count(counts[.opened]),
        ]
      })
    let more = input.evidence.messages.count - ranked.count
    return [.table(table)] + (more > 0 ? [.paragraph("and \(Figures.count(more)) more messages.")] : [])
  }

  /// Messages of which none stands for itself.
  static func smallMessages(_ count: Int, _ input: ReportInput) -> Phrase {
    let most = input.evidence.limits.ownMessage - 1
    return "\(Figures.count(count)) messages, none with more than \(Figures.count(most)) deliveries."
  }
}
