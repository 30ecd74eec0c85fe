import CommandLineKit
import ConfigurationReading
import Importing
import Libraries
import Prose
import Publishing
import ReceiptModel
import Reporting
import UserFiles

/// What a run reads and writes: options before the configuration's `run`.
struct RunPlan {
  var sources: [ImportSource]
  var output: String
  var generation: GenerationPlan
  var window: WindowOptions
  var keep: Int
  var failOn: FailureLimit
  var metrics: String
  var backups: String?
  var keepBackups: Int
  /// Seconds.
  var wait: Int

  /// - Throws: `Failure` of kind `usage` and `ConfigurationError` for names that there are not, before anything is read or written.
  init(_ options: RunCommandOptions, _ session: Session) throws {
    let run = session.configuration.run
    let paths = options.paths.isEmpty ? run.logs : options.paths
    sources = options.importsNothing ? [] : WordBytes.ofThisProgram.bytes(of: paths).map { ImportSource($0) }
    guard options.importsNothing || !sources.isEmpty else {
      throw Failure.usage(
        "nothing to import", advice: "name files or folders, set run.logs, or say --no-import")
    }
    output = options.output ?? run.output
    let library = try ReportLibrary(folder: session.configuration.reportsFolder)
    let requests = try ReportRequest.all(
      (options.reports.isEmpty ? run.reports : options.reports).map { try library.template(named: $0) }, [],
      appKeys: [])
    generation = GenerationPlan(
      dataSets: try DataSetKind.named(options.dataSets.isEmpty ? run.dataSets : options.dataSets),
      requests: requests,
      formats: run.formats.compactMap(ReportFormat.init), snapshot: options.snapshot || run.snapshot)
    window = WindowOptions(since: options.since ?? run.since, asOf: options.asOf)
    // Before an import of hours, not after it.
    let words = TimeWords(zone: session.zone, present: Session.clock)
    _ = try words.instant(options.asOf, .end, option: "--as-of")
    _ = try words.instant(options.since, .beginning, option: "--since")
    if options.since == nil, let since = run.since, words.instant(since, .beginning) == nil {
      throw ConfigurationError(
        "'run.since' must be a time", advice: "write 2026-09-21, yesterday or last-90d")
    }
    keep = options.keep?.value ?? run.keep
    failOn = options.failOn ?? FailureLimit(rawValue: run.failOn) ?? .warning
    metrics = run.metrics ?? "\(output)/pushledger.prom"
    backups = options.backups ?? run.backups
    keepBackups = run.keepBackups
    wait = options.wait?.value ?? Int(run.waitMilliseconds / 1000)
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
