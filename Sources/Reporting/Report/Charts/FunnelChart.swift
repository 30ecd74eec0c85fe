import Prose
import ReceiptModel

extension DailyReport {
  /// The steps of the funnel as bars.
  static func funnelChart(_ input: ReportInput) -> Chart? {
    let steps = FunnelSteps(input)
    guard steps.first > 0 else { return nil }
    let bars = steps.all.map { step in
      Chart.Bar(
        step.words, value: Double(step.count) / Double(steps.first),
        figure: "\(Figures.count(step.count)) (\(Figures.percent(Rate(step.count, of: steps.first))))")
    }
    let summary: Phrase = """
      Of \(Figures.count(steps.first)) deliveries handed to a gateway, \(Figures.count(steps.counts[.sent])) were sent, \
      \(Figures.count(steps.counts[.confirmed])) confirmed by the device and \
      \(Figures.count(steps.counts[.opened])) opened.
      """
    return Chart(
      id: "funnel", title: "From the gateway to the tap", summary: summary, drawing: .bars(bars, full: 1))
  }
}
