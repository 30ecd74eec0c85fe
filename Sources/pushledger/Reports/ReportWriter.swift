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
  let window: WindowOptions
  let queries: QueryLibrary

  func markdown(_ template: ReportLibrary.Template) throws -> String {
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
    let cells = try store.channelCells(scope.all)
    let versions = try store.versionCells(headline)
    let flags = try store.flagCounts(headline)
    let health = try store.health(headline)
    let messages = try store.messageCells(headline)
    var evidence = Evidence(
      scope: headline, cells: cells, history: scope.all.days, versions: versions, flags: flags,
      health: health,
      clock: view.clock, limits: view.limits)
    evidence.reasons = view.reasons
    return ReportInput(
      toolVersion: PushLedger.version, zone: view.zone, scope: scope, window: window.words,
      appNames: session.configuration.appNames, cells: cells, versions: versions,
      failures: try store.failureCells(headline), reasons: view.reasons, messages: messages, flags: flags,
      health: health,
      findings: Diagnosis.findings(evidence), command: command(template.name))
  }

  private func reportScope() throws -> ReportScope {
    let (appKeys, asOf, settle) = (view.scope.appKeys, view.scope.asOf, view.scope.settle)
    let span = try view.store.cohortSpan()
    guard view.since != nil || view.until != nil else {
      return try .latest(
        span: span, zone: view.zone, appKeys: appKeys, asOf: asOf, settle: settle,
        cells: view.store.channelCells)
    }
    let start = view.since?.milliseconds ?? span?.lowerBound ?? asOf
    let end = view.until?.milliseconds ?? span?.upperBound ?? asOf
    return .window(start..<max(start, end), zone: view.zone, appKeys: appKeys, asOf: asOf, settle: settle)
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

  /// Where the rules of the diagnosis draw their lines.
  var limits: Evidence.Limits {
    var limits = Evidence.Limits()
    limits.refusedShare = maxRejects
    return limits
  }
}
