internal import Prose
internal import ReceiptModel

extension DailyReport {
  /// What is lost at each step, over the channels where arrival can be seen.
  static func funnel(_ input: ReportInput) -> [Page.Block] {
    var counts = Counts()
    var leftOut = 0
    for cell in input.headlineCells {
      // A channel with sends of which none is measurable reports no arrival: its losses would all be made up.
      if cell.counts[.sent] > 0, cell.counts[.measurable] == 0 {
        leftOut += cell.counts[.sent]
      } else {
        counts.add(cell.counts)
      }
    }
    let steps: [(Phrase, Int)] = [
      ("Handed to a gateway", counts[.sent] + counts[.sendFailed]), ("Sent", counts[.sent]),
      ("Confirmed by the device", counts[.confirmed]), ("Opened", counts[.opened]),
    ]
    let first = steps[0].1
    guard first > 0 else { return [.paragraph("No data: no send on a channel that can report an arrival.")] }
    let table = PageTable(
      [
        .text("Step"), .number("Deliveries"), .number("Of first"), .number("Lost here"), .number("Lost"),
        .text(.empty),
      ],
      rows: steps.enumerated().map { place, step in
        let before = place > 0 ? steps[place - 1].1 : step.1
        let lost = Rate(before - step.1, of: before)
        return [
          step.0, Figures.count(step.1), Figures.percent(Rate(step.1, of: first)),
          place > 0 ? Figures.count(lost.numerator) : .empty, place > 0 ? Figures.percent(lost) : .empty,
          Phrase(.bar(Double(step.1) / Double(first))),
        ]
      })
    guard leftOut > 0 else { return [.table(table)] }
    return [
      .table(table),
      .paragraph("Left out: \(Figures.count(leftOut)) sends over channels that report no arrival."),
    ]
  }
}
