import Prose
import ReceiptModel

extension DailyReport {
  /// The losses at each step, over the channels where arrival can be seen.
  static func funnel(_ input: ReportInput) -> [Page.Block] {
    let steps = FunnelSteps(input)
    guard steps.first > 0 else {
      return [.paragraph("No data: no send on a channel that can report an arrival.")]
    }
    let table = PageTable(
      [
        .text("Step"), .number("Deliveries"), .number("Of first"), .number("Lost here"), .number("Lost"),
        .text(.empty),
      ],
      rows: steps.all.enumerated().map { place, step in
        let before = place > 0 ? steps.all[place - 1].count : step.count
        let lost = Rate(before - step.count, of: before)
        return [
          step.words, Figures.count(step.count), Figures.percent(Rate(step.count, of: steps.first)),
          place > 0 ? Figures.count(lost.numerator) : .empty, place > 0 ? Figures.percent(lost) : .empty,
          Phrase(.bar(Double(step.count) / Double(steps.first))),
        ]
      })
    guard steps.leftOut > 0 else { return [.table(table)] }
    return [
      .table(table),
      .paragraph("Left out: \(Figures.count(steps.leftOut)) sends over channels that report no arrival."),
    ]
  }
}
