import ConfigurationReading
import Importing
import Libraries
import Prose
import Publishing
import ReceiptModel
package import Reporting
import UserFiles

/// What a run reads and writes: what it was told before the configuration's `run`.
package struct RunPlan {
  /// Empty when nothing is to be imported.
  let sources: [ImportSource]
  /// Whether the ledger is taken as it is.
  package var importsNothing: Bool { sources.isEmpty }
  package let output: String
  let generation: GenerationPlan
  let window: WindowOptions
  let keep: Int
  package let failOn: FailureLimit
  /// As of `RunRequest`.
  let onlyNews: Bool
  /// The share of a file's lines that may be refused.
  package let maxRejects: Double
  let metrics: String
  let backups: String?
  let keepBackups: Int
  /// Seconds.
  let wait: Int

  /// - Throws: `Failure` and `ConfigurationError` for names that there are not, before anything is read or written.
  package init(_ request: RunRequest, in session: Session) throws {
    let run = session.configuration.run
    let named = request.sources.isEmpty ? run.logs.map { ImportSource(argument: $0) } : request.sources
    sources = request.importsNothing ? [] : named
    guard request.importsNothing || !sources.isEmpty else {
      throw Failure.usage(
        "nothing to import", advice: "name files or folders, set run.logs, or say --no-import")
    }
    output = request.output ?? run.output
    let library = try ReportLibrary(folder: session.configuration.reportsFolder)
    let requests = try ReportRequest.all(
      (request.reports.isEmpty ? run.reports : request.reports).map { try library.template(named: $0) }, [],
      appKeys: [])
    generation = GenerationPlan(
      dataSets: try DataSetKind.named(request.dataSets.isEmpty ? run.dataSets : request.dataSets),
      requests: requests,
      formats: run.formats.compactMap(ReportFormat.init), snapshot: request.snapshot || run.snapshot,
      index: IndexPlace(in: output, at: run.address))
    window = WindowOptions(since: request.since ?? run.since, asOf: request.asOf)
    // Before an import of hours, not after it.
    let words = TimeWords(zone: session.zone, present: Session.clock)
    _ = try words.instant(request.asOf, option: "--as-of")
    _ = try words.instant(request.since, option: "--since")
    if request.since == nil, let since = run.since, words.instant(since) == nil {
      throw ConfigurationError(
        "'run.since' must be a time", advice: "write 2026-09-21, yesterday or last-90d")
    }
    keep = request.keep ?? run.keep
    onlyNews = request.onlyNews
    failOn = request.failOn ?? FailureLimit(rawValue: run.failOn) ?? .warning
    maxRejects = request.maxRejects ?? session.configuration.maxRejects
    metrics = run.metrics ?? "\(output)/pushledger.prom"
    backups = request.backups ?? run.backups
    keepBackups = run.keepBackups
    wait = request.wait ?? Int(run.waitMilliseconds / 1000)
    try refuseOutputAmongLogs()
  }

  /// What a run writes into a folder of logs, the next run would take for logs.
  private func refuseOutputAmongLogs() throws(Failure) {
    for place in [output, backups].compactMap({ $0 }) {
      for source in sources {
        guard source != .standardInput, let logs = OutputFile.resolved(source.name),
          OutputFile.isFolder(logs), let written = OutputFile.resolved(place),
          written == logs || written.hasPrefix(logs == "/" ? logs : logs + "/")
        else { continue }
        throw Failure.usage(
          "\(place.escapedForTerminal()) is in the folder of logs \(source.name.escapedForTerminal())",
          advice: "keep logs in a folder of their own, or name another --output")
      }
    }
  }
}
