package import Prose
import ReceiptModel

extension Page {
  /// Findings beyond these are only counted, since nobody reads them in a chat.
  private static let mostFindings = 10
  private static let rates: [Metric] = [.confirmedRate, .ackRate, .openRateSent, .sendSuccessRate]

  /// A check in a few lines: what is wrong, since when and what to do, and the rates.
  package init(chat report: CheckReport) {
    let head = Array(Page(report).blocks.prefix(2))
    let counts = report.totals.reduce(into: Counts()) { $0.add($1.counts) }
    self.init(head + Self.findings(report.findings, report.zone, report.appNames) + Self.rates(counts))
  }

  /// A report in a few lines, with where its pages are.
  ///
  /// - Parameter title: of the page that it is short for.
  package init(chat input: ReportInput, title: Phrase?) {
    var blocks = [Block.heading(title ?? input.dayText, level: 1)] + DailyReport.verdict(input)
    blocks += Self.findings(input.findings, input.zone, input.appNames)
    if input.headline.hasData { blocks += Self.rates(input.headline.counts) }
    let restated = input.restated.count
    if restated > 0 {
      blocks.append(
        .paragraph(
          restated == 1
            ? "The numbers of 1 published day have changed since; the report says why."
            : "The numbers of \(Figures.count(restated)) published days have changed since; the report says why."
        ))
    }
    if let index = input.index { blocks.append(.paragraph(index.phrase)) }
    self.init(blocks)
  }

  private static func findings(_ findings: [Finding], _ zone: ReportZone, _ names: [String: String])
    -> [Block]
  {
    guard !findings.isEmpty else { return [] }
    let items = findings.prefix(mostFindings).map { finding in
      Item(
        FindingsList.head(finding, zone, names),
        [
          Item("Likely cause: \(finding.cause.cuttingTexts(to: 80))."),
          Item("Next step: \(finding.nextStep.cuttingTexts(to: 80))."),
        ])
    }
    let more = findings.count - items.count
    guard more > 0 else { return [.list(items)] }
    return [
      .list(items),
      .paragraph(more == 1 ? "and 1 more finding." : "and \(Figures.count(more)) more findings."),
    ]
  }

  private static func rates(_ counts: Counts) -> [Block] {
    let items = rates.map { metric in
      let rate = metric.rate(counts)
      return rate.value == nil
        ? Item("\(metric.title): no data")
        : Item(
          """
          \(metric.title): \(Figures.percent(rate)) (\(Figures.count(rate.numerator)) of \
          \(Figures.count(rate.denominator)))
          """)
    }
    return [.list(items)]
  }
}
