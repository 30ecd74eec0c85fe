package import Importing
import Ledger
package import Prose
package import Publishing
import ReceiptModel
package import Reporting
import UserFiles

/// One run: import, then everything that is judged and rendered as of one moment, published together.
package struct Run {
  private let session: Session
  private let plan: RunPlan
  /// What the program ends with, which the log of runs and the metrics say, too.
  private let exitCode: (RunEnding) -> Int32
  /// As `Importer.onProgress`.
  package var onProgress: (ImportMeter.Reading, _ totalBytes: Int64?) -> Void = { _, _ in }
  /// Called when the logs are imported.
  package var onImport: (ImportSummary) throws -> Void = { _ in }

  package init(_ plan: RunPlan, in session: Session, exitCode: @escaping (RunEnding) -> Int32) {
    self.plan = plan
    self.session = session
    self.exitCode = exitCode
  }

  private var tree: OutputTree { OutputTree(path: plan.output) }
  private var log: RunLog { RunLog(path: "\(plan.output)/run.log") }
  private var lastSuccess: LastSuccess { LastSuccess(path: "\(plan.output)/last-success") }

  /// - Returns: what the log of runs says of it, and what was found, as far as it counts for how the run ends.
  /// - Throws: what stopped the run; then the last generation still counts.
  package func perform() throws -> (entry: RunEntry, report: CheckReport) {
    try tree.make()
    var entry = RunEntry(start: Session.clock)
    do {
      let report = try perform(&entry)
      return (entry, report)
    } catch {
      let failure = Failure(error)
      entry.end = Session.clock
      entry.exitCode = exitCode(.failed(failure.kind))
      entry.error = failure.message.told()
      // What stopped the run is to be told, not that it could not be written down either.
      try? log.append(entry)
      throw error
    }
  }

  private func perform(_ entry: inout RunEntry) throws -> CheckReport {
    let lock = try session.lock(waiting: plan.wait)
    // Another ledger's runs may write into the same folder.
    let outputLock = try StoreLock(
      for: tree.lockPath, waiting: plan.wait, shouldStop: session.interruption.isRequested)
    try tree.sweep()
    let trouble = try importLogs(&entry)
    let told = plan.onlyNews ? try ToldFindings(in: tree) : nil
    let outcome = try outcome()
    var report = outcome.report
    if let told { report.findings.removeAll { told.contains($0) || !$0.isOpen } }
    entry.asOf = outcome.asOf
    entry.verdict = outcome.verdict
    let (name, isNew) = try publish(outcome)
    entry.generation = name.text
    entry.isNew = isNew
    entry.exitCode = exitCode(
      trouble.map(RunEnding.failed) ?? .judged(plan.failOn.counted(CheckState(report.findings))))
    try writeIndex(newest: outcome.newestDay())
    if let folder = plan.backups {
      _ = try LedgerBackup(
        databasePath: session.databasePath, shouldStop: session.interruption.isRequested
      ).add(to: folder, at: Session.clock, keep: plan.keepBackups)
    }
    entry.end = Session.clock
    let endedWell = trouble == nil
    let metrics = RunMetrics.text(
      of: outcome.report, lastSuccess: endedWell ? entry.end : lastSuccess.time, seconds: entry.seconds,
      exitCode: entry.exitCode)
    try OutputFile.replace(plan.metrics, with: Array(metrics.utf8))
    try log.append(entry)
    if endedWell { try lastSuccess.renew(at: entry.end, asOf: outcome.asOf, generation: name.text) }
    _ = consume outputLock
    _ = consume lock
    return report
  }

  /// - Returns: what an import of the logs alone would end with.
  private func importLogs(_ entry: inout RunEntry) throws -> Failure.Kind? {
    guard !plan.sources.isEmpty else { return nil }
    var work = LogImport(ImportRequest(), in: session)
    work.onProgress = onProgress
    let summary = try work.merge(plan.sources)
    entry.summary = summary
    try onImport(summary)
    guard !summary.wasInterrupted else { throw Self.interrupted }
    return summary.trouble(limit: plan.maxRejects)
  }

  /// What a run makes of the ledger, all as of one moment.
  private func outcome() throws -> RunOutcome {
    let store = try session.openLedger(holdingLock: true)
    try store.beginSnapshot()
    let clock = Session.clock
    let asOf = try session.asOf(plan.window.asOf, of: store, clock: clock)
    var judgedWindow = plan.window
    judgedWindow.since = nil
    let judged = try session.view(judgedWindow, of: store, asOf: asOf, clock: clock)
    return try RunOutcome(
      plan.generation, judged: judged,
      exported: session.view(plan.window, of: store, asOf: asOf, clock: clock, judgedBy: judged),
      sources: ReportSources(configuration: session.configurationPath),
      ledgerOptions: session.ledgerOptions)
  }

  /// Writes a generation and makes it the one that counts, unless that one is the same or would be.
  private func publish(_ outcome: RunOutcome) throws -> (name: DatedName, isNew: Bool) {
    let shouldStop = session.interruption.isRequested
    func stopIfInterrupted() throws(Failure) {
      if shouldStop() { throw Self.interrupted }
    }
    try stopIfInterrupted()
    let basis = try outcome.basis()
    let standing = StandingGeneration(in: tree, of: session.databasePath)
    if let basis, let name = try standing.name(on: basis) { return (name, false) }
    var staged = try tree.stage()
    let (manifest, publications) = try outcome.write(into: &staged, pause: stopIfInterrupted)
    try stopIfInterrupted()
    let name: DatedName
    let current = try tree.current()
    let isNew = current.flatMap(tree.manifest) != manifest
    if let current, !isNew {
      _ = consume staged
      name = current
    } else {
      name = try tree.publish(staged, stamp: DatedName.stamp(outcome.asOf), manifest: manifest)
    }
    // A run that was killed may have published the same and not come to this. The judgement first: it is of a ledger that
    // nobody has written to since.
    try session.keepJudgement(of: outcome.judged, holdingLock: true)
    try outcome.remember(publications, shouldStop: shouldStop)
    if let basis { try standing.note(basis) }
    return (name, isNew)
  }

  private static let interrupted = Failure(
    .interrupted, "interrupted: the last generation stays the current one",
    advice: "run the same command again to continue")

  private func writeIndex(newest: ReportInput) throws {
    let index = try RunIndex(tree, try tree.prune(keeping: plan.keep), newest: newest)
    let files = PageFiles(language: session.language)
    for (format, name) in [(PageFormat.markdown, "index.md"), (.html, "index.html")] {
      try OutputFile.replace(
        "\(plan.output)/\(name)", with: Array(files.text(of: index.page, as: format).utf8))
    }
  }
}

/// How a run ends.
package enum RunEnding {
  /// With the worst that was found, as far as the limit lets it count.
  case judged(CheckState)
  /// By what stopped it, or with logs that could not be read.
  case failed(Failure.Kind)
}
