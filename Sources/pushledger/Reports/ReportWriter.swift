import CommandLineKit
import Diagnosis
import Ledger
import Prose
import ReceiptModel
import Reporting
import SQLite

/// Gathers what a report is about and renders it.
struct ReportWriter {
  let session: Session
  let view: LedgerView
  let window: WindowOptions
  let queries: QueryLibrary

  func page(_ template: ReportLibrary.Template) throws -> Page {
    let input = try input(for: template)
    do {
      return try DailyReport.render(input, template: template.text, templateName: template.origin) {
        name, words in
        try answer(name, words, input.scope.headline)
      }
    } catch let error as TemplateError {
      throw CommandFailure(.inputUnusable, error.description.escapedForTerminal(limit: 400))
    }
  }

  private func input(for template: ReportLibrary.Template) throws -> ReportInput {
    let store = view.store
    let scope = try reportScope()
    let headline = scope.headline
    let evidence = try view.evidence(judging: headline, history: scope.all.days)
    return ReportInput(
      toolVersion: PushLedger.version, zone: view.zone, scope: scope, window: window.words,
      appNames: session.configuration.appNames, cells: evidence.cells, versions: evidence.versions,
      failures: try store.failureCells(headline), reasons: view.reasons,
      messages: evidence.messages.map(\.cohort),
      flags: evidence.flags, health: evidence.health, findings: Diagnosis.findings(evidence),
      command: command(template.name))
  }

  private func reportScope() throws -> ReportScope {
    try view.namedDays()
      ?? .latest(
        span: view.store.cohortSpan(), zone: view.zone, appKeys: view.scope.appKeys, asOf: view.scope.asOf,
        settle: view.scope.settle, cells: view.store.channelCells)
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

  /// The command that renders the same report again.
  private func command(_ name: String) -> String {
    var words = ["pushledger", "report", name]
    for (option, value) in [("--since", view.since), ("--until", view.until)] {
      if let value { words += [option, view.zone.iso(value)] }
    }
    words += ["--as-of", view.zone.iso(Instant(milliseconds: view.scope.asOf)), "--tz", view.zone.name]
    if view.language.tag != Language.english.tag { words += ["--lang", view.language.tag] }
    words += view.scope.appKeys.flatMap { ["--app-key", $0] }
    return words.joined(separator: " ")
  }
}

extension WindowOptions {
  /// The window as it was written; empty when none was named.
  var words: String {
    [since.map { "--since \($0)" }, until.map { "--until \($0)" }].compactMap { $0 }.joined(separator: " ")
  }
}

extension Configuration {
  /// What people call their apps, by AppKey.
  var appNames: [String: String] {
    appKeys.reduce(into: [:]) { names, app in if let name = app.name { names[app.key] = name } }
  }
}
