import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// What became of the deliveries that were not acked within the extension's limit.
  static func timeouts(_ input: ReportInput) -> [Page.Block] {
    let counts = input.headline.counts
    let eligible = counts[.ackEligible]
    guard eligible > 0 else {
      return [.paragraph("No data: no send for which an extension receipt can be expected.")]
    }
    let retried = input.evidence.flags.reduce(0) { $0 + ($1.flag == "ack_retried" ? $1.count : 0) }
    let rows: [(name: Phrase, count: Int, meaning: Phrase)] = [
      ("late", counts[.timeoutLate], "acked, but after the limit: the push waited, or the ack was retried"),
      ("lost", counts[.timeoutLost], "the device gave another sign of life, no ack: the receipt was lost"),
      ("silent", counts[.timeoutSilent], "nothing at all: not arrived, not shown, or notifications are off"),
      (
        "over budget", counts[.overBudget],
        "acked later than the extension's own budget; some also count as late"
      ),
      ("retried", retried, "two acks of one delivery, so a first request that was given up on did arrive"),
    ]
    return [
      .table(
        PageTable(
          [.text("Ack timeout"), .number("Deliveries"), .number("Of ack-eligible"), .text("What it says")],
          rows: rows.enumerated().map { place, row in
            // The last two are not only of ack-eligible deliveries.
            [
              row.name, Figures.count(row.count),
              place < 3 ? Figures.percent(Rate(row.count, of: eligible)) : .empty,
              row.meaning,
            ]
          }))
    ] + (input.evidence.beside.extensions.isEmpty ? [] : extensionRuns(input))
  }
}
