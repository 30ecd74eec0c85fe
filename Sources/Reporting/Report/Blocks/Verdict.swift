import Prose
import ReceiptModel

extension DailyReport {
  /// One line: how bad it is, and the delivery rate with its interval.
  static func verdict(_ input: ReportInput) -> [Page.Block] {
    [.paragraph("**\(words(input.verdict)).** \(sentence(input))")]
  }

  private static func words(_ verdict: ReportVerdict) -> Phrase {
    var words: [Phrase] = []
    if verdict.critical > 0 { words.append("\(verdict.critical) critical") }
    if verdict.warnings > 0 {
      words.append(verdict.warnings == 1 ? "1 warning" : "\(Figures.count(verdict.warnings)) warnings")
    }
    switch verdict.basis {
    case .none: words.append(words.isEmpty ? "No data" : "no data")
    case .tooThin: words.append(words.isEmpty ? "Not enough data" : "not enough data")
    case .enough: if words.isEmpty { words = ["OK"] }
    }
    return words.joined()
  }

  private static func sentence(_ input: ReportInput) -> Phrase {
    guard !input.reportedDays.isEmpty else { return "The ledger holds no delivery with a send." }
    let total = input.headline
    guard total.hasData else { return "No delivery of \(input.dayText) was handed to a gateway." }
    let rate = Metric.confirmedRate.rate(total.counts)
    guard rate.value != nil else {
      let sends = Figures.sends(total.counts[.sent])
      return "Of \(sends), none went over a channel that can report an arrival."
    }
    return """
      The delivery rate is \(Figures.percent(rate)): the device confirmed \(Figures.count(rate.numerator)) of \
      \(Figures.count(rate.denominator)) measurable sends (95 % interval \(Figures.interval(rate))).
      """
  }
}
