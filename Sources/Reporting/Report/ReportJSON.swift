import Diagnosis
import JSONWriting
package import Prose
import ReceiptModel

/// A report for programs: one JSON object, which docs/reports.md describes.
package enum ReportJSON {
  /// The document, with a line break at its end.
  ///
  /// - Parameter name: of the report, as people type it.
  package static func bytes(
    of report: RenderedReport, _ input: ReportInput, name: String, language: Language = .english
  ) -> [UInt8] {
    let scope = input.scope
    return JSONTree.object([
      ("report", .text(name)), ("tool_version", .text(input.toolVersion)),
      ("as_of", time(scope.all.asOf, input.zone)), ("time_zone", .text(input.zone.name)),
      ("days", .list(input.reportedDays.map { day($0, input) })),
      ("app_keys", .list(scope.all.appKeys.map { .text($0) })),
      ("parameters", .object(input.parameters.sorted { $0.key < $1.key }.map { ($0.key, tree($0.value)) })),
      ("verdict", verdict(input.verdict)),
      ("counts", .object(Count.allCases.map { ($0.name, .integer(Int64(input.headline.counts[$0]))) })),
      ("rates", .list(Metric.allCases.map { rate($0, input) })),
      (
        "findings",
        FindingsJSON.list(
          input.findings, zone: input.zone, appNames: input.appNames, rows: input.rows, language: language)
      ),
      ("sections", .list(report.sections.filter { !$0.blocks.isEmpty }.map { section($0, language) })),
    ]).bytes
  }

  private static func time(_ milliseconds: Int64, _ zone: ReportZone) -> JSONTree {
    .text(zone.iso(Instant(milliseconds: milliseconds)))
  }

  private static func day(_ day: DaySpan, _ input: ReportInput) -> JSONTree {
    .object([
      ("day", .text(day.name)), ("since", time(day.start, input.zone)), ("until", time(day.end, input.zone)),
      ("ripe", .bool(input.isRipe(day))),
    ])
  }

  private static func verdict(_ verdict: ReportVerdict) -> JSONTree {
    let basis =
      switch verdict.basis {
      case .none: "none"
      case .tooThin: "too_thin"
      case .enough: "enough"
      }
    return .object([
      ("critical", .integer(Int64(verdict.critical))), ("warnings", .integer(Int64(verdict.warnings))),
      ("basis", .text(basis)),
    ])
  }

  private static func rate(_ metric: Metric, _ input: ReportInput) -> JSONTree {
    let before = input.baselines.first?.rate(metric)
    return .object(
      [("name", .text(metric.rawValue))] + figures(metric.rate(input.headline.counts)) + [
        ("before", before.map { .object(figures($0)) } ?? .null)
      ])
  }

  private static func figures(_ rate: Rate) -> [(String, JSONTree)] {
    [
      ("part", .integer(Int64(rate.numerator))), ("of", .integer(Int64(rate.denominator))),
      ("share", rate.value.map { .share($0) } ?? .null),
      ("interval_low", rate.interval.map { .share($0.lowerBound) } ?? .null),
      ("interval_high", rate.interval.map { .share($0.upperBound) } ?? .null),
    ]
  }

  private static func section(_ section: RenderedReport.Section, _ language: Language) -> JSONTree {
    let (kind, name): (String, String?) =
      switch section.source {
      case .words: ("words", nil)
      case .block(let name): ("block", name)
      case .query(let name): ("query", name)
      case .chart(let name): ("chart", name)
      }
    return .object(
      [
        ("from", .text(kind)), ("name", .text(name)),
        ("content", .list(section.blocks.map { PageJSON(language: language).tree(of: $0) })),
      ] + (section.answer.map { [("answer", answer($0))] } ?? []))
  }

  /// The answer of a query, unchanged.
  private static func answer(_ table: ResultTable) -> JSONTree {
    .object([
      (
        "columns",
        .list(table.columns.map { .object([("name", .text($0.name)), ("unit", .text($0.unit))]) })
      ), ("rows", .list(table.rows.map { .list($0.map(tree)) })),
    ])
  }

  private static func tree(_ cell: Cell) -> JSONTree {
    switch cell {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): value.isFinite ? .real(value) : .null
    case .text(let text): .text(text)
    case .blob(let bytes): .text(CellText.hexadecimal(bytes))
    }
  }
}
