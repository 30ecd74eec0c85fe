import CommandLineKit
import Diagnosis
import Ledger
import ReceiptModel
import Reporting

/// Gathers what a report is about and renders it.
struct ReportWriter {
  let session: Session
  let view: LedgerView
  let window: WindowOptions
  let queries: QueryLibrary

  /// Everything that a report's blocks are made of.
  func input(for request: ReportRequest) throws -> ReportInput {
    let store = view.store
    let message = try messageSubject(of: request)
    let scope = try reportScope(request.template.header.span, message)
    let headline = scope.headline
    let evidence = try view.evidence(judging: headline, history: scope.all.days)
    var parameters = request.parameters
    if request.template.header.parameterNames.contains(ReportRequest.appKey) {
      parameters[ReportRequest.appKey] = view.scope.appKeys.first.map(Cell.text)
    }
    return ReportInput(
      toolVersion: PushLedger.version, zone: view.zone, scope: scope, window: window.words,
      appNames: session.configuration.appNames, cells: evidence.cells,
      hours: evidence.hours, hourCells: evidence.hourCells, versions: evidence.versions,
      dailyBuilds: evidence.builds(byDayOf: scope.all), networks: evidence.networks, message: message,
      parameters: parameters, failures: try store.failureCells(headline), reasons: view.reasons,
      messages: evidence.messages.map(\.cohort),
      flags: evidence.flags, health: evidence.health, findings: Diagnosis.findings(evidence),
      command: command(request))
  }

  /// - Throws: `CommandFailure` that names the template and the line.
  func render(_ request: ReportRequest, _ input: ReportInput) throws -> RenderedReport {
    let answers = TemplateAnswers(
      template: request.template.name, queries: queries, path: session.databasePath, input: input)
    do {
      return try DailyReport.render(input, template: request.template, queries: answers.queries)
    } catch let error as TemplateError {
      throw CommandFailure(error)
    }
  }

  private func reportScope(_ span: TemplateHeader.Span, _ message: MessageSubject?) throws -> ReportScope {
    if let named = try view.namedDays() { return named }
    var length = 1
    switch span {
    case .days(let days): length = days
    case .message: if let days = message.flatMap(days) { return days }
    }
    return try .latest(
      length, span: view.store.cohortSpan(), zone: view.zone, appKeys: view.scope.appKeys,
      asOf: view.scope.asOf, settle: view.scope.settle, cells: view.store.channelCells)
  }

  /// The days on which a message was sent; of a longer time the last ones.
  private func days(of message: MessageSubject) -> ReportScope? {
    let stories = message.explanations.map(\.story)
    guard let first = stories.compactMap(\.firstSent).min(), let last = stories.compactMap(\.lastSent).max()
    else { return nil }
    let lastDay = view.zone.day(of: last)
    let firstDay = max(view.zone.day(of: first).number, lastDay.number - 30)
    let start = view.zone.start(of: CivilDay(number: firstDay)).milliseconds
    let end = view.zone.start(of: lastDay.adding(days: 1)).milliseconds
    return .window(
      start..<end, zone: view.zone, appKeys: view.scope.appKeys, asOf: view.scope.asOf,
      settle: view.scope.settle)
  }

  /// What can be said of the message that the report is about; `nil` for a report on none.
  private func messageSubject(of request: ReportRequest) throws -> MessageSubject? {
    guard case .text(let id)? = request.parameters[ReportRequest.message] else { return nil }
    let settings = session.explainSettings(asOf: Instant(milliseconds: view.scope.asOf))
    let stories = try view.store.messageStories(of: id, settledUntil: settings.settledUntil)
    let keys = view.scope.appKeys
    let explanations = Diagnosis.explain(stories, settings)
      .filter { keys.isEmpty || keys.contains($0.story.appKey) }
    return MessageSubject(id: id, explanations: explanations)
  }

  /// The command that renders the same report again.
  private func command(_ request: ReportRequest) -> String {
    var words = ["pushledger", "report", request.name]
    words += request.parameters.sorted { $0.key < $1.key }.flatMap { name, value in
      // Of a message id only the text counts, and digits need no quotes.
      (name == ReportRequest.message
        ? QueryArgument(argument: "\(name)=\(QueryArgument(name: name, value: value).text)")
        : QueryArgument(name: name, value: value))?.typed.flatMap(ShellText.word).map { ["--param", $0] }
        ?? []
    }
    for (option, value) in [("--since", view.since), ("--until", view.until)] {
      if let value { words += [option, view.zone.iso(value)] }
    }
    words += ["--as-of", view.zone.iso(Instant(milliseconds: view.scope.asOf)), "--tz", view.zone.name]
    words += view.scope.appKeys.flatMap { ["--app-key", $0] }
    return words.joined(separator: " ")
  }
}

extension Evidence {
  /// The counters by app version, of each day of a scope.
  fileprivate func builds(byDayOf scope: CohortScope) -> [CohortCell] {
    let places = Dictionary(uniqueKeysWithValues: scope.days.enumerated().map { ($1.name, $0) })
    var sums: [CohortKey: Counts] = [:]
    for cell in buildHours {
      guard let day = places[hours[cell.key.day].name] else { continue }
      sums[CohortKey(day: day, appKey: cell.key.appKey, parts: cell.key.parts), default: Counts()].add(
        cell.counts)
    }
    return sums.map { CohortCell(key: $0.key, counts: $0.value) }.sorted { $0.key < $1.key }
  }

  /// Ack-eligible sends, acks and opens by network and app version.
  fileprivate var networks: [CohortCell] {
    var sums: [CohortKey: Counts] = [:]
    for slice in devices.slices {
      var counts = Counts()
      counts[.ackEligible] = slice.eligible
      counts[.eligibleAcked] = slice.acked
      counts[.opened] = slice.opened
      let key = CohortKey(day: 0, appKey: slice.appKey, parts: [slice.networkType, slice.appVersion])
      sums[key, default: Counts()].add(counts)
    }
    return sums.map { CohortCell(key: $0.key, counts: $0.value) }.sorted { $0.key < $1.key }
  }
}

extension CommandFailure {
  /// A mistake in a template, with what was probably meant.
  init(_ error: TemplateError) {
    self.init(
      .inputUnusable, error.description.escapedForTerminal(limit: 600),
      advice: error.unknown.flatMap { Suggestion.nearest(to: $0, in: error.known) }?.escapedForTerminal())
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
