import CommandLineKit
import Diagnosis
import Ledger
import ReceiptModel
import Reporting
import SQLite

/// Gathers what a report is about and renders it.
struct ReportWriter {
  let session: Session
  let view: LedgerView
  let options: ReportOptions
  let queries: QueryLibrary

  /// A template as a page, with what it was made of.
  func render(_ template: ReportLibrary.Template) throws -> (page: Page, input: ReportInput) {
    do {
      let used = try Template(name: template.origin, parsing: template.text).queryNames
      var input = try input(for: template)
      input.queries = try used.map { ($0, digest(of: try queries.query(named: $0).sql)) }
      var answers = ReportAnswers()
      let scope = input.scope.headline
      func page() throws -> Page {
        try DailyReport.render(input, template: template.text, templateName: template.origin) { name, words in
          try answers.answer(name, words) { try answer(name, words, scope) }
        }
      }
      let first = try page()
      guard !used.isEmpty else { return (first, input) }
      // The digest of the answers is part of what the page says.
      input.origin.answers = answers.digest
      return (try page(), input)
    } catch let error as TemplateError {
      throw CommandFailure(.inputUnusable, error.description.escapedForTerminal(limit: 400))
    }
  }

  private func input(for template: ReportLibrary.Template) throws -> ReportInput {
    let store = view.store
    let scope = try reportScope()
    let headline = scope.headline
    let evidence = try view.evidence(judging: headline, history: scope.all.days)
    let findings = Diagnosis.findings(evidence)
    return ReportInput(
      toolVersion: PushLedger.version, zone: view.zone, scope: scope, window: window,
      appNames: session.configuration.appNames, cells: evidence.cells, versions: evidence.versions,
      failures: try store.failureCells(headline), reasons: view.reasons,
      messages: evidence.messages.map(\.cohort),
      flags: evidence.flags, health: evidence.health, findings: findings,
      command: ReportCommandLine(
        name: template.name, options: options, view: view, clock: staleClock(evidence, findings)
      ).text,
      restated: try restated(scope),
      origin: ReportOrigin(
        template: digest(of: template.text), settings: try session.configuration.reportDigest))
  }

  /// The window as instants, so that `yesterday` says which day; empty when none was named.
  private var window: String {
    [("--since", view.since), ("--until", view.until)].compactMap { option, time in
      time.map { "\(option) \(view.zone.iso($0))" }
    }.joined(separator: " ")
  }

  private func reportScope() throws -> ReportScope {
    try view.namedDays()
      ?? .latest(
        span: view.store.cohortSpan(), zone: view.zone, appKeys: view.scope.appKeys, asOf: view.scope.asOf,
        settle: view.scope.settle, cells: view.store.channelCells)
  }

  /// The first present at which the data are stale, when they are: the same one whenever the report is rendered.
  private func staleClock(_ evidence: Evidence, _ findings: [Finding]) -> Instant? {
    guard findings.contains(where: { $0.code == .stale }), let newest = evidence.health.newestEvent else {
      return nil
    }
    return Instant(milliseconds: newest.milliseconds + evidence.limits.staleAfter + 1)
  }

  /// Answers a stored query that the template names, over the days of the report unless it says otherwise.
  private func answer(_ name: String, _ words: [String: String], _ scope: CohortScope) throws -> ResultTable {
    let query = try queries.query(named: name)
    var parameters: [String: Cell] = words.mapValues { Int64($0).map(Cell.integer) ?? .text($0) }
    for (parameter, value) in [("since", scope.days.first?.start), ("until", scope.days.last?.end)] {
      if parameters[parameter] == nil, query.sql.contains(":\(parameter)") {
        parameters[parameter] = value.map(Cell.integer)
      }
    }
    return try QueryGate(path: session.databasePath).run(query.sql, parameters: parameters)
  }

  private func digest(of text: String) -> String { CanonicalText([text]).digest }
}

extension Configuration {
  /// What people call their apps, by AppKey.
  var appNames: [String: String] {
    appKeys.reduce(into: [:]) { names, app in if let name = app.name { names[app.key] = name } }
  }
}
