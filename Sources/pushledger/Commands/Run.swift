import CommandLineKit
import Files
import Importing
import Ledger
import Prose
import Publishing
import ReceiptModel
import Reporting
import UserFiles

/// One run: import, then everything that is judged and rendered as of one moment, published together.
struct Run {
  let session: Session
  let plan: RunPlan
  let options: RunCommandOptions

  private var tree: OutputTree { OutputTree(path: plan.output) }
  private var log: RunLog { RunLog(path: "\(plan.output)/run.log") }
  private var lastSuccess: LastSuccess { LastSuccess(path: "\(plan.output)/last-success") }

  /// - Returns: what the program is to end with.
  /// - Throws: what stopped the run; then the last generation still counts.
  func perform() throws -> ExitCode {
    Interrupt.listen()
    try tree.make()
    var entry = RunEntry(start: Session.clock)
    do { return try perform(&entry) } catch {
      let failure = Failure(error)
      entry.end = Session.clock
      entry.exitCode = failure.exitCode.rawValue
      entry.error = failure.message
      // What stopped the run is to be told, not that it could not be written down either.
      try? log.append(entry)
      throw error
    }
  }

  private func perform(_ entry: inout RunEntry) throws -> ExitCode {
    let lock = try StoreLock(for: session.databasePath, waiting: plan.wait) { Interrupt.isRequested }
    // Another ledger's runs may write into the same folder.
    let outputLock = try StoreLock(for: tree.lockPath, waiting: plan.wait) { Interrupt.isRequested }
    try tree.sweep()
    let imported = try importLogs(&entry)
    let outcome = try outcome()
    entry.asOf = outcome.asOf
    entry.verdict = outcome.verdict
    let (name, isNew) = try publish(outcome)
    entry.generation = name.text
    entry.isNew = isNew
    let code = imported == .done ? exitCode(of: outcome) : imported
    entry.exitCode = code.rawValue
    try writeIndex()
    if let folder = plan.backups {
      _ = try LedgerBackup(databasePath: session.databasePath) { Interrupt.isRequested }
        .add(to: folder, at: Session.clock, keep: plan.keepBackups)
    }
    entry.end = Session.clock
    let endedWell = imported == .done
    let metrics = RunMetrics.text(
      of: outcome.report, lastSuccess: endedWell ? entry.end : lastSuccess.time, seconds: entry.seconds,
      exitCode: entry.exitCode)
    try OutputFile.replace(plan.metrics, with: Array(metrics.utf8))
    try log.append(entry)
    if endedWell { try lastSuccess.renew(at: entry.end, asOf: outcome.asOf, generation: name.text) }
    _ = consume outputLock
    _ = consume lock
    try tell(entry, outcome)
    return code
  }

  /// - Returns: what an import of the logs alone would end with.
  private func importLogs(_ entry: inout RunEntry) throws -> ExitCode {
    guard !options.importsNothing else { return .done }
    var importing = ImportCommandOptions(common: options.common)
    importing.maxRejects = options.maxRejects
    let run = ImportRun(session: session, options: importing)
    let talk = try run.merge(plan.sources)
    entry.summary = talk.summary
    try run.tell(talk)
    guard !talk.summary.wasInterrupted else { throw Failure.interruptedRun }
    return talk.exitCode
  }

  /// What a run makes of the ledger, all as of one moment.
  private func outcome() throws -> RunOutcome {
    let store = try session.openLedger(holdingLock: true)
    try store.beginSnapshot()
    let clock = Session.clock
    let asOf = try session.asOf(plan.window.asOf, of: store, clock: clock)
    var judgedWindow = plan.window
    judgedWindow.since = nil
    return try RunOutcome(
      plan.generation, judged: session.view(judgedWindow, of: store, asOf: asOf, clock: clock),
      exported: session.view(plan.window, of: store, asOf: asOf, clock: clock),
      sources: ReportSources(configuration: session.options.configuration),
      ledgerOptions: session.ledgerOptions)
  }

  /// What findings alone would end with.
  private func exitCode(of outcome: RunOutcome) -> ExitCode {
    plan.failOn.counted(outcome.verdict.state).exitCode
  }

  /// Writes a generation and makes it the one that counts, unless that one is the same.
  private func publish(_ outcome: RunOutcome) throws -> (name: DatedName, isNew: Bool) {
    var staged = try tree.stage()
    let (manifest, publications) = try outcome.write(into: &staged, pause: Failure.stopIfInterrupted)
    try Failure.stopIfInterrupted()
    if let current = try tree.current(), tree.manifest(of: current) == manifest {
      _ = consume staged
      // A run that was killed may have published it and not come to this.
      try outcome.remember(publications) { Interrupt.isRequested }
      return (current, false)
    }
    let name = try tree.publish(staged, stamp: DatedName.stamp(outcome.asOf), manifest: manifest)
    try outcome.remember(publications) { Interrupt.isRequested }
    return (name, true)
  }

  private func writeIndex() throws {
    let index = try RunIndex(tree, try tree.prune(keeping: plan.keep))
    let files = PageFiles(language: session.language)
    for (format, name) in [(PageFormat.markdown, "index.md"), (.html, "index.html")] {
      try OutputFile.replace(
        "\(plan.output)/\(name)", with: Array(files.text(of: index.page, as: format).utf8))
    }
  }

  /// Says what was found: with `--quiet` only what the exit code speaks of.
  private func tell(_ entry: RunEntry, _ outcome: RunOutcome) throws {
    let isQuiet = session.options.quiet
    if !isQuiet {
      let path = "\(plan.output)/generations/\(entry.generation ?? "")".escapedForTerminal()
      try DescriptorWriter.standardError.write(
        entry.isNew ? "published \(path)\n" : "nothing is new since \(path)\n")
    }
    if options.json { return try DescriptorWriter.standardOutput.write(entry.line.span) }
    guard !isQuiet || exitCode(of: outcome) != .done else { return }
    let shown = outcome.report.limited(to: isQuiet ? .warning : .info)
    let terminal = Terminal.current(allowsColor: !session.options.noColor)
    let text = FindingsText(
      width: terminal.outputIsTerminal ? terminal.width : 80, usesColor: terminal.usesColor,
      hidden: outcome.report.findings.count - shown.findings.count, language: session.language)
    try DescriptorWriter.standardOutput.write(text.text(of: shown))
  }
}

extension Failure {
  static let interruptedRun = Failure(
    .interrupted, "interrupted: the last generation stays the current one",
    advice: "run the same command again to continue")

  static func stopIfInterrupted() throws(Failure) {
    if Interrupt.isRequested { throw interruptedRun }
  }
}
