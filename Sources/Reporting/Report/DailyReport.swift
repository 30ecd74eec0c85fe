internal import Prose
package import ReceiptModel

/// The daily report: what a template may name, and what it becomes.
///
/// To add a block, write a file in `Blocks/` with a function from `ReportInput` to blocks of a page, and name it in `blocks`.
package enum DailyReport {
  /// Fills a template.
  ///
  /// - Parameters:
  ///   - templateName: what errors call the template.
  ///   - query: answers the stored queries that the template names; the parameters are as written there.
  /// - Throws: `TemplateError` for a mistake in the template, and what `query` throws.
  package static func render(
    _ input: ReportInput, template: String, templateName: String = "daily.md",
    query: @escaping (_ name: String, _ parameters: [String: String]) throws -> ResultTable
  ) throws -> Page {
    try Template(name: templateName, parsing: template).render(
      TemplateContext(
        values: values(input), blocks: blocks.mapValues { block in { block(input) } },
        conditions: conditions(input), query: query))
  }

  /// The parts of a report by the names that templates use.
  static let blocks: [String: @Sendable (ReportInput) -> [Page.Block]] = [
    "verdict": verdict,
    "findings": findings,
    "headline": headline,
    "counts": counts,
    "health": health,
    "funnel": funnel,
    "trend": trend,
    "latency": latency,
    "app-keys": appKeys,
    "timeouts": timeouts,
    "failures": failures,
    "versions": versions,
    "messages": messages,
    "restated": restated,
    "definitions": definitions,
    "provenance": provenance,
  ]

  /// What templates may name.
  package static var names: (values: [String], blocks: [String], conditions: [String]) {
    let nothing = ReportInput(
      toolVersion: "", zone: .utc,
      scope: ReportScope(
        all: CohortScope(days: [], appKeys: [], asOf: 0, settle: 0), reported: 0..<0), command: "")
    return (values(nothing).keys.sorted(), blocks.keys.sorted(), conditions(nothing).keys.sorted())
  }

  private static func values(_ input: ReportInput) -> [String: Phrase] {
    [
      "day": input.dayText,
      "zone": .text(input.zone.name),
      "as-of": input.time(Instant(milliseconds: input.scope.all.asOf)),
      "settle": Figures.duration(input.scope.all.settle),
      "sends": Figures.count(input.headline.counts[.sent]),
      "delivery-rate": Figures.percent(Metric.confirmedRate.rate(input.headline.counts)),
      "version": .text(input.toolVersion),
    ]
  }

  private static func conditions(_ input: ReportInput) -> [String: Bool] {
    [
      "data": input.headline.hasData,
      "no-data": !input.headline.hasData,
      "findings": !input.findings.isEmpty,
      "unripe": !input.reportedDays.allSatisfy(input.isRipe),
      "failures": !input.failures.isEmpty,
      "restated": !input.restated.isEmpty,
      "several-days": input.scope.reported.count > 1,
    ]
  }
}
