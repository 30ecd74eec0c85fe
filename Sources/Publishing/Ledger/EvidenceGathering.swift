package import Diagnosis
import Ledger
package import ReceiptModel
import Reporting

extension LedgerView {
  /// Everything the rules look at.
  ///
  /// - Parameters:
  ///   - judged: the days to judge.
  ///   - history: the days before them, and then they.
  ///   - clock: the present by the clock; `nil` where nothing can be stale.
  package func evidence(
    judging judged: CohortScope, history: [DaySpan], clock: Instant? = nil
  ) throws -> Evidence {
    try evidence(of: judged, history, isJudged: true, clock)
  }

  /// What a report shows of days that nobody judges by it, with the counters of their builds by the place of a day among
  /// all of the report's.
  typealias ShownEvidence = (evidence: Evidence, dailyBuilds: CohortCells)

  /// - Returns: without what only rules look at.
  func shownEvidence(of days: ReportScope) throws -> ShownEvidence {
    let (shown, all) = (days.headline, days.all.days)
    let builds = store.meanwhile { reader in
      let pass = DeliveryPass(over: reader)
      let builds = try pass.appVersionCells(shown.with(all), counters: Evidence.hourCounters)
      try pass.run()
      return try builds.take()
    }
    return (try evidence(of: shown, all, isJudged: false, clock), try builds())
  }

  /// The same, which another thread reads meanwhile.
  ///
  /// - Returns: `nil` where the days of the report are judged by it.
  func shownMeanwhile(_ days: ReportScope) throws -> (() throws -> ShownEvidence)? {
    let judged = try judgedDays().headline
    guard let window = days.headline.window, let judgedWindow = judged.window,
      window.overlaps(judgedWindow), judged.days != days.headline.days
    else { return nil }
    return meanwhile { try $0.shownEvidence(of: days) }
  }

  /// - Parameter isJudged: whether also what only rules look at.
  private func evidence(
    of judged: CohortScope, _ history: [DaySpan], isJudged: Bool, _ clock: Instant?
  ) throws -> Evidence {
    let past = history.filter { span in judged.days.first.map { span.end <= $0.start } ?? false }
    let hours = Self.hours(of: history, within: try filled(upTo: judged.asOf))
    let byHour = judged.with(hours.map(\.span))
    // Of summed days the single deliveries at hand are only a part. So devices are left out, and mismatches follow from
    // the flags.
    let summedDays = try store.summedDays(in: judged.window ?? 0..<0)
    let hasDeliveries = summedDays.isEmpty
    let ofDevices = judged.with(judged.days.suffix(Self.deviceDays))
    let aside = isJudged ? aside(byHour, devices: hasDeliveries ? ofDevices : nil) : nil
    // Everything else that is counted of single deliveries is asked of one pass over them.
    let pass = DeliveryPass(over: store)
    let hourCells = try pass.channelCells(byHour)
    let versions = try pass.versionCells(judged)
    let pastVersions =
      try isJudged
      ? pass.versionCells(judged.with(past.joined()), counters: Evidence.pastCounters) : nil
    let flags = try pass.flagCounts(judged)
    let health = try pass.health(judged)
    let networks = isJudged || !hasDeliveries ? nil : try pass.networkCells(ofDevices)
    let unanswered = isJudged && hasDeliveries ? try pass.unanswered(judged) : nil
    let mismatches = isJudged && hasDeliveries ? try pass.mismatches(judged) : nil
    let messages = try pass.messages(judged, JudgedMessages.Builder(least: limits.ownMessage))
    try pass.run()

    var evidence = Evidence(
      scope: judged, history: history, versions: try versions.take(), flags: try flags.take(),
      health: try health.take(), clock: clock, limits: limits)
    if let pastVersions { evidence.pastVersions = try pastVersions.take().summedOverDays() }
    evidence.hours = byHour.days
    let channels = try hourCells.take()
    evidence.hourCells = channels.byDay
    evidence.cells = channels.summed(withLatencies: true) { hours[$0].day }.byDay
    evidence.failures = try store.failureCells(byHour)
    if isJudged, let window = byHour.window {
      evidence.eventHours = try store.eventHours(window, appKeys: judged.appKeys)
    }
    evidence.messages = try messages.take()
    if isJudged { evidence.payloads = try store.messagePayloads(judged) }
    evidence.beside = try store.externalFacts(judged)
    if let aside = try aside?() {
      (evidence.buildHours, evidence.systemHours) = (aside.buildHours, aside.systemHours)
      if let devices = aside.devices {
        evidence.devices = devices
        evidence.networks = devices.networkCells
      }
    }
    if let networks { evidence.networks = try networks.take() }
    if let unanswered { evidence.unanswered = try unanswered.take() }
    if let mismatches { evidence.mismatches = try mismatches.take() }
    if !hasDeliveries {
      evidence.leaveOutTotals(of: summedDays)
    }
    evidence.ackTimeout = configuration.ackTimeoutMilliseconds
    evidence.configuredKeys = configuration.appKeys.map(\.key)
    evidence.reasons = reasons
    return evidence
  }

  /// What is read meanwhile, since it takes as long as all else.
  private struct Aside {
    /// What the deliveries of each device show.
    var devices: DeviceFacts?
    var buildHours: CohortCells
    var systemHours: CohortCells
  }

  /// - Parameter devices: whose deliveries are put beside each other by device, if any.
  private func aside(_ byHour: CohortScope, devices: CohortScope?) -> () throws -> Aside {
    store.meanwhile { reader in
      let pass = DeliveryPass(over: reader)
      let builds = try pass.appVersionCells(byHour, counters: Evidence.hourCounters)
      let systems = try pass.osVersionCells(byHour, counters: Evidence.hourCounters)
      let byDevice = try devices.map(pass.deliveriesByDevice)
      try pass.run()
      let facts = try byDevice.map { deliveries in
        var facts = DeviceFacts()
        try deliveries.take()({ facts.add($0) })
        facts.finish()
        return facts
      }
      return try Aside(devices: facts, buildHours: builds.take(), systemHours: systems.take())
    }
  }

  /// The days of which the deliveries of each device are put beside each other.
  ///
  /// Sorting a year of them takes minutes, and what devices did a month ago says nothing about today.
  private static let deviceDays = 31

  /// The span that has data: from the first event or cohort to the last or to as-of.
  private func filled(upTo asOf: Int64) throws -> Range<Int64> {
    let spans = try [store.eventSpan(), store.cohortSpan()].compactMap(\.self)
    guard let start = spans.map(\.lowerBound).min() else { return asOf..<asOf }
    return start..<max(start, asOf, spans.map(\.upperBound).max() ?? asOf)
  }

  /// The UTC hours of a stretch of days, cut where a day begins or ends within one, each with the place of its day.
  ///
  /// - Parameter filled: no hour lies outside of it; a window may reach over a century.
  private static func hours(
    of days: [DaySpan], within filled: Range<Int64>
  ) -> [(span: DaySpan, day: Int)] {
    let length: Int64 = 3_600_000
    return days.enumerated().flatMap { place, day in
      var start = max(day.start, filled.lowerBound / length * length)
      let last = min(day.end, filled.upperBound)
      var hours: [(span: DaySpan, day: Int)] = []
      while start < last {
        let end = min(day.end, (start / length + 1) * length)
        hours.append((DaySpan(name: day.name, start: start, end: end), place))
        start = end
      }
      return hours
    }
  }
}

extension Evidence {
  /// Drops what others counted of messages that were sent in some days, of which the ledger has no deliveries to compare.
  fileprivate mutating func leaveOutTotals(of days: [SummedDay]) {
    beside.totals.removeAll { total in
      total.sentAt.map { sent in days.contains { $0.span.contains(sent.milliseconds) } } ?? true
    }
  }
}

extension CohortScope {
  /// The same scope over other days.
  fileprivate func with(_ days: some Sequence<DaySpan>) -> CohortScope {
    var scope = self
    scope.days = Array(days)
    return scope
  }
}

extension [DaySpan] {
  /// The same time in as few spans as possible, for sums that do not tell days apart.
  fileprivate func joined() -> [DaySpan] {
    reduce(into: []) { spans, day in
      if spans.last?.end == day.start {
        spans[spans.count - 1].end = day.end
      } else {
        spans.append(day)
      }
    }
  }
}
