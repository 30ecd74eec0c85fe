import ConfigurationReading
import Diagnosis
import Ledger
import Libraries
import Prose
import ReceiptModel
package import Reporting

/// Gathers what a report is about and renders it.
package struct ReportWriter {
  let view: LedgerView
  private let sources: ReportSources
  private let queries: QueryLibrary

  /// - Throws: `Failure` when a folder or file of queries cannot be read.
  package init(_ view: LedgerView, sources: ReportSources) throws {
    self.view = view
    self.sources = sources
    queries = try QueryLibrary(folder: sources.queries ?? view.configuration.queriesFolder)
  }

  /// Everything that a report's blocks are made of, but for the command that renders it.
  ///
  /// - Parameter formats: in which the report is to be rendered.
  func input(for request: ReportRequest, as formats: [ReportFormat]) throws -> ReportInput {
    let store = view.store
    let message = try messageSubject(of: request)
    let job = request.job
    let scope = try reportScope(request, message)
    let headline = scope.headline
    let shown = try job == nil ? view.shownMeanwhile(scope) : nil
    let judged =
      try job == nil
      ? view.judged(concerning: scope, areDated: formats.contains(where: \.datesFindings)) : nil
    let (evidence, dailyBuilds) = try self.evidence(of: scope, job, judged, shown)
    var parameters = request.parameters
    if request.template.header.parameterNames.contains(ReportRequest.appKey) {
      parameters[ReportRequest.appKey] = view.scope.appKeys.first.map(Cell.text)
    }
    var input = ReportInput(
      toolVersion: view.toolVersion, zone: view.zone, scope: scope, window: window,
      appNames: view.configuration.appNames, channelTable: view.configuration.channels, evidence: evidence,
      dailyBuilds: dailyBuilds, message: message, parameters: parameters,
      failures: try store.failureCells(headline, ofJob: job),
      campaigns: request.template.names(block: "campaigns") ? try store.campaignTotals(headline) : [],
      findings: judged?.findings ?? [], rows: judged?.rows, command: "",
      queries: queries(of: [request]).map { ($0.name, CanonicalText([$0.sql]).digest) },
      restated: job == nil ? try restated(scope) : [],
      origin: ReportOrigin(
        template: CanonicalText([request.source]).digest, settings: try view.configuration.reportDigest,
        language: view.language.tag)
    )
    if request.template.names(block: "months") { input.months = try months(upTo: headline) }
    return input.withLedgerText()
  }

  /// What the report shows: of a job only what its pushes are, else what was judged, where that is of the same days.
  ///
  /// - Parameter shown: waits for what is read of other days meanwhile.
  private func evidence(
    of days: ReportScope, _ job: String?, _ judged: Judged?, _ shown: (() throws -> LedgerView.ShownEvidence)?
  ) throws -> LedgerView.ShownEvidence {
    if let job { return (try view.evidence(ofJob: job, on: days), []) }
    if let judged, judged.days.headline.days == days.headline.days {
      return (judged.evidence, judged.evidence.builds(byDayOf: days.all))
    }
    return try shown?() ?? view.shownEvidence(of: days)
  }

  /// The months that the ledger has days of until the last of some days.
  private func months(upTo days: CohortScope) throws -> [MonthTotal] {
    guard let last = days.days.last, let span = try view.store.cohortSpan() else { return [] }
    let end = view.zone.day(of: Instant(milliseconds: last.start))
    let first = max(
      view.zone.day(of: Instant(milliseconds: span.lowerBound)), end.adding(days: -31 * MonthTotal.longest))
    guard first <= end else { return [] }
    var scope = days
    scope.days = ReportScope.spans(from: first, through: end, view.zone)
    return MonthTotal.all(try view.store.channelCells(scope), of: scope.days)
  }

  /// The queries that the templates of some reports name.
  func queries(of requests: [ReportRequest]) -> [StoredQuery] {
    // One that does not exist is a mistake in the template; rendering reports it with its line.
    requests.flatMap(\.template.queryNames).compactMap { name in
      queries.queries.first { $0.name == name }
    }
  }

  /// Renders reports whose data were gathered.
  ///
  /// - Throws: `Failure` that names the template and the line.
  package func reports(_ requests: [ReportRequest], as format: ReportFormat) throws -> [WrittenReport] {
    // Everything is gathered first: the limit on memory for queries is not meant for that.
    let inputs = try requests.map { try input(for: $0, as: [format]) }
    return try zip(requests, inputs).map { try report($0, $1, as: format) }
  }

  /// - Parameter format: in which the report is to be rendered again.
  /// - Throws: `Failure` that names the template and the line.
  package func report(
    _ request: ReportRequest, _ input: ReportInput, as format: ReportFormat
  ) throws -> WrittenReport {
    var input = input
    input.command =
      ReportCommandLine(
        request: request, format: format, sources: sources, view: view, clock: staleClock(input)
      ).text
    let answers = TemplateAnswers(
      template: request.template.name, queries: queries, path: view.configuration.databasePath, input: input,
      openWindow: view.configuration.openWindowMilliseconds)
    do {
      var rendered = try DailyReport.render(input, template: request.template, queries: answers.queries)
      if !input.queries.isEmpty {
        // The digest of the answers is part of what the report says.
        input.origin.answers = answers.digest
        rendered = try DailyReport.render(input, template: request.template, queries: answers.queries)
      }
      return WrittenReport(
        name: request.name, rendered: rendered, input: input,
        publication: publication(of: input, days: request.job == nil ? wholeDays(of: input) : []))
    } catch let error as TemplateError {
      throw Failure(error)
    }
  }

  /// The window as instants, so that `yesterday` says which day; empty when none was named.
  private var window: String {
    [("--since", view.since), ("--until", view.until)].compactMap { option, time in
      time.map { "\(option) \(view.zone.iso($0))" }
    }.joined(separator: " ")
  }

  /// The first present at which the data are stale, when they are: the same one whenever the report is rendered.
  private func staleClock(_ input: ReportInput) -> Instant? {
    guard input.findings.contains(where: { $0.code == .stale }),
      let newest = input.evidence.health.newestEvent
    else {
      return nil
    }
    return Instant(milliseconds: newest.milliseconds + view.limits.staleAfter + 1)
  }

  private func reportScope(_ request: ReportRequest, _ message: MessageSubject?) throws -> ReportScope {
    if let named = try view.namedDays() { return named }
    // A send stamped by a clock of the future is no news: the report is about it only where nothing else was sent.
    let begun = try view.store.cohortSpan(begunBy: Instant(milliseconds: view.scope.asOf))
    let span = try begun ?? view.store.cohortSpan()
    func latest(_ length: Int) throws -> ReportScope {
      try .latest(
        length, span: span, zone: view.zone, appKeys: view.scope.appKeys, asOf: view.scope.asOf,
        settle: view.scope.settle, cells: view.store.channelCells)
    }
    switch request.template.header.span {
    case .days(let days): return try latest(days)
    case .month: return try latest(1).lastMonth(of: span, zone: view.zone) ?? latest(30)
    case .message: return try message.flatMap(days).map(scope) ?? latest(1)
    case .campaign: return try request.job.flatMap(view.days).map(scope) ?? latest(1)
    }
  }

  /// The days on which a message was sent.
  private func days(of message: MessageSubject) -> ClosedRange<CivilDay>? {
    let stories = message.explanations.map(\.story)
    guard let first = stories.compactMap(\.firstSent).min(), let last = stories.compactMap(\.lastSent).max()
    else { return nil }
    return view.zone.day(of: first)...view.zone.day(of: last)
  }

  /// Some days; when they are too many, the last ones.
  private func scope(of days: ClosedRange<CivilDay>) -> ReportScope {
    let first = max(days.lowerBound, days.upperBound.adding(days: -30))
    return .window(
      view.zone.start(of: first)
        .milliseconds..<view.zone.start(of: days.upperBound.adding(days: 1)).milliseconds,
      zone: view.zone, appKeys: view.scope.appKeys, asOf: view.scope.asOf, settle: view.scope.settle)
  }

  /// What can be said of the message that the report is about; `nil` for a report on none.
  private func messageSubject(of request: ReportRequest) throws -> MessageSubject? {
    guard case .text(let id)? = request.parameters[ReportRequest.message] else { return nil }
    let settings = view.configuration.explainSettings(
      asOf: Instant(milliseconds: view.scope.asOf), reasons: view.reasons)
    let stories = try view.store.messageStories(of: id, settledUntil: settings.settledUntil)
    let keys = view.scope.appKeys
    let explanations = Diagnosis.explain(stories, settings)
      .filter { keys.isEmpty || keys.contains($0.story.appKey) }
    return MessageSubject(id: id, explanations: explanations, sums: try view.store.untoldSums(of: id))
  }
}

extension Evidence {
  /// The counters by app version, of each day of a scope.
  fileprivate func builds(byDayOf scope: CohortScope) -> CohortCells {
    let places = Dictionary(uniqueKeysWithValues: scope.days.enumerated().map { ($1.name, $0) })
    return buildHours.summed(withLatencies: false) { places[hours[$0].name] }
  }
}
