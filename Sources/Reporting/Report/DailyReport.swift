import Diagnosis
import Prose
import ReceiptModel

/// The reports: what a template may name, and what it becomes.
///
/// To add a block, write a file in `Blocks/` with a function from `ReportInput` to blocks of a page, and name it in `blocks`.
package enum DailyReport {
  /// Fills a template.
  ///
  /// - Throws: `TemplateError` for a mistake in the template, and what `queries` throws.
  package static func render(
    _ input: ReportInput, template: Template, queries: TemplateQueries
  ) throws -> RenderedReport {
    try check(template)
    let parameters = Dictionary(uniqueKeysWithValues: template.header.parameterNames.map { ($0, Cell?.none) })
      .merging(input.parameters.mapValues { $0 }) { _, given in given }
    var context = TemplateContext(
      values: parameters.mapValues(Self.words).merging(values(input)) { own, _ in own },
      blocks: blocks.mapValues { block in { block(input) } },
      charts: charts.mapValues { chart in { chart(input) } },
      conditions: parameters.mapValues { $0 != nil }.merging(conditions(input)) { own, _ in own },
      arguments: arguments(input).merging(parameters) { _, own in own }, queries: queries)
    context.zone = input.zone
    if input.message == nil {
      for name in blocks.keys where name.hasPrefix("message-") {
        context.missing[name] =
          "needs a report with the parameter message: say ':message (needed)' at the top"
      }
    }
    return try template.render(context)
  }

  /// The parts of a report by the names that templates use.
  static let blocks: [String: @Sendable (ReportInput) -> [Page.Block]] = [
    "verdict": verdict,
    "findings": findings,
    "next-steps": nextSteps,
    "health": health,
    "funnel": funnel,
    "trend": trend,
    "latency": latency,
    "app-keys": appKeys,
    "timeouts": timeouts,
    "failures": failures,
    "versions": versions,
    "channels": channels,
    "messages": messages,
    "restated": restated,
    "restated-causes": restatedCauses,
    "definitions": definitions,
    "provenance": provenance,
    // What differs, and what changed.
    "breakdown": breakdown,
    "cells": cells,
    "days": weekdays,
    "app-changes": appChanges,
    "mix": mix,
    "new-builds": newBuilds,
    "campaigns": campaigns,
    "months": months,
    // One message.
    "message-verdict": messageVerdict,
    "message-story": messageStory,
    "message-findings": messageFindings,
    "message-rates": messageRates,
    "message-acks": messageAcks,
    "message-builds": messageBuilds,
    "message-networks": messageNetworks,
    "message-failures": messageFailures,
    "message-neighbours": messageNeighbours,
    // The data themselves.
    "data-verdict": dataVerdict,
    "freshness": freshness,
    "data-findings": dataFindings,
    "gaps": gaps,
    "coverage": coverage,
    "unmatched": unmatched,
    "repeats": repeats,
    "flags": flags,
    "unknown-types": unknownTypes,
    // What others know.
    "extension-runs": extensionRuns,
    "counted-by-others": countedByOthers,
    "home-made-acks": homeMadeAcks,
  ]

  /// The pictures of a report by the names that templates use; `nil` when there is nothing to draw.
  ///
  /// To add one, write a file in `Charts/` with a function from `ReportInput` to a chart, and name it here.
  static let charts: [String: @Sendable (ReportInput) -> Chart?] = [
    "rates": ratesChart,
    "hours": hoursChart,
    "latency": latencyChart,
    "versions": versionsChart,
    "channels": channelsChart,
  ]

  /// What templates may name.
  package static var names:
    (values: [String], blocks: [String], charts: [String], conditions: [String], arguments: [String])
  {
    let nothing = ReportInput(
      toolVersion: "", zone: .utc,
      scope: ReportScope(
        all: CohortScope(days: [], appKeys: [], asOf: 0, settle: 0), reported: 0..<0), command: "")
    return (
      values(nothing).keys.sorted(), blocks.keys.sorted(), charts.keys.sorted(),
      conditions(nothing).keys.sorted(), arguments(nothing).keys.sorted()
    )
  }

  /// Makes sure that no parameter is called like something that every report has.
  private static func check(_ template: Template) throws {
    let names = names
    let taken = Set(names.values + names.conditions + names.arguments).subtracting(["app_key"])
    for parameter in template.header.parameters where taken.contains(parameter.name) {
      throw TemplateError(
        template: template.name, line: parameter.line,
        message: "a parameter cannot be called '\(parameter.name)': every report has that")
    }
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
      "apps": input.scope.all.appKeys.isEmpty ? "all" : input.scope.all.appKeys.map(input.app).joined(),
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
      "compared": !input.daysBefore.isEmpty,
      "several-days": input.scope.reported.count > 1,
      "extension-runs": !input.evidence.beside.extensions.isEmpty,
      "counted-by-others": !input.evidence.beside.totals.isEmpty,
      "home-made-acks": !input.evidence.beside.tallies.isEmpty,
      "message-known": !(input.message?.explanations.isEmpty ?? true),
    ]
  }

  /// The values that queries can take by `$name`, beside the report's own parameters.
  private static func arguments(_ input: ReportInput) -> [String: Cell?] {
    let keys = input.scope.all.appKeys
    return [
      "since": input.reportedDays.first.map { .integer($0.start) },
      "until": input.reportedDays.last.map { .integer($0.end) },
      "before": input.days.first.map { .integer($0.start) },
      "as_of": .integer(input.scope.all.asOf),
      "app_key": keys.count == 1 ? .text(keys[0]) : nil,
      "none": .null,
    ]
  }

  /// The value of a parameter, in words.
  private static func words(_ cell: Cell?) -> Phrase {
    switch cell {
    case .integer(let number)?: .figure("\(number)")
    case .text(let text)?: .text(text, limit: 200)
    default: Figures.none
    }
  }
}
