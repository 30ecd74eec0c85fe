internal import ReceiptModel

extension DailyReport {
  /// The width of the delivery rate's interval above which a day says too little: twenty percentage points.
  private static let widestInterval = 0.2

  /// One line: how bad it is, and the delivery rate with its interval.
  static func verdict(_ input: ReportInput) -> String {
    let (critical, warnings) = (count(.critical, input), count(.warning, input))
    let total = input.headline
    let rate = Metric.confirmedRate.rate(total.counts)
    var words: [String] = []
    if critical > 0 { words.append("\(critical) critical") }
    if warnings > 0 { words.append("\(warnings) \(warnings == 1 ? "warning" : "warnings")") }
    if !total.hasData {
      words.append("No data")
    } else if let interval = rate.interval, interval.upperBound - interval.lowerBound <= widestInterval {
      if words.isEmpty { words = ["OK"] }
    } else {
      words.append(words.isEmpty ? "Not enough data" : "not enough data")
    }
    return "**\(words.joined(separator: ", ")).** \(sentence(total, rate))"
  }

  private static func count(_ severity: Severity, _ input: ReportInput) -> Int {
    input.findings.count { $0.severity == severity }
  }

  private static func sentence(_ total: PeriodTotal, _ rate: Rate) -> String {
    guard total.hasData else { return "No delivery of these days was handed to a gateway." }
    guard rate.value != nil else {
      return
        "None of \(Figures.count(total.counts[.sent])) sends went over a channel that can report an arrival."
    }
    return """
      \(Figures.percent(rate)) of \(Figures.count(rate.denominator)) measurable sends are confirmed by the device \
      (95 % interval \(Figures.interval(rate))).
      """
  }
}
