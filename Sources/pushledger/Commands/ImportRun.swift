import CommandLineKit
import ConfigurationReading
import Files
import Importing
import Ledger
import Libraries
import LogReading
import Prose
import Publishing
import ReceiptModel
import UserFiles

/// One import from the command line: lock, progress, summary, exit code.
struct ImportRun {
  let session: Session
  let options: ImportCommandOptions

  func run(_ sources: [ImportSource]) throws -> ExitCode {
    guard !sources.isEmpty else {
      throw Failure.usage("nothing to import", advice: "name files or folders, or - for standard input")
    }
    // From here on an interrupt is taken between two runs.
    Interrupt.listen()
    let lock = try StoreLock(for: session.databasePath, waiting: options.wait.value) { Interrupt.isRequested }
    let talk = try merge(sources)
    _ = consume lock
    try tell(talk)
    return talk.summary.wasInterrupted ? .interrupted : talk.exitCode
  }

  /// Imports as the holder of the lock, and says nothing.
  func merge(_ sources: [ImportSource]) throws -> ImportMessages {
    // What options or the configuration say wrongly is told before a ledger is made or touched.
    let importing = try importing()
    try refuseToWriteLogs(sources)
    try LedgerReader.removeRemains(session.databasePath)
    let store = try LedgerWriter.openForWriting(session.databasePath) { Interrupt.isRequested }
    let display = ProgressDisplay(isShown: !session.options.quiet)
    defer { display.clear() }
    let summary = try importer(store, importing, display).run(sources)
    try check(summary)
    return ImportMessages(
      summary: summary, limit: options.maxRejects?.value ?? session.configuration.maxRejects)
  }

  /// Logs are only read: the file for refused lines may not be one of those that were named.
  private func refuseToWriteLogs(_ sources: [ImportSource]) throws {
    guard let path = options.keepRejected, let kept = FileNumber(Array(path.utf8)) else { return }
    for case .path(let log) in sources where FileNumber(log) == kept {
      throw Failure.usage(
        "--keep-rejected names a log to be imported, and pushledger never writes to logs",
        advice: "name another file")
    }
  }

  /// Says what became of the lines, as far as the options want to hear it.
  func tell(_ talk: ImportMessages) throws {
    if options.json { try DescriptorWriter.standardOutput.write(talk.json.span) }
    if !session.options.quiet, !options.json {
      try DescriptorWriter.standardError.write(talk.text(verbose: session.options.verbose))
    }
    try DescriptorWriter.standardError.write(talk.problems)
  }

  /// How the logs would be read, with what the ledger knows of them now.
  ///
  /// - Parameter store: `nil` for a ledger that is not there yet.
  func forecast(_ sources: [ImportSource], in store: LedgerReader?) throws -> [PlannedRead] {
    try Importer.forecast(
      of: sources, in: store, ledgerPath: session.databasePath, options: importing())
  }

  /// How logs are imported, by options and configuration.
  func importing() throws -> ImportOptions {
    var importing = ImportOptions()
    importing.rescans = options.rescans
    importing.builds = !options.mergesFirst
    importing.pseudonyms = try session.pseudonymKey(options.pseudonymKey)
    importing.memory = MemoryPlan(
      bytes: options.memory?.bytes ?? session.configuration.memoryBytes,
      jobs: options.jobs?.count ?? session.configuration.jobs ?? ImportOptions.cores)
    importing.reading = try reading()
    importing.words = options.meaning
    importing.ownOutput = OwnFile().name
    importing.keptRejects = options.keepRejected
    return importing
  }

  /// How one log is read.
  func reading() throws -> ReadOptions {
    var reading = ReadOptions()
    reading.format = options.format
    reading.columns = options.columns.map { $0.split(separator: ",").map(String.init) }
    reading.isFinal = options.final
    reading.unwrap = options.unwrap
    reading.keepsRawRejects = options.keepRejected != nil
    reading.assumedOffsetMinutes = try assumedOffset()
    reading.appKey = options.appKey
    reading.keepsVendorIDs = options.keepsVendorIDs
    reading.keepsClientNetworks = options.keepsClientNetworks || session.configuration.clientNetworks
    let library = try MappingLibrary(folder: session.configuration.mappingsFolder)
    if let source = options.source {
      reading.mapping = try library.mapping(source)
    } else {
      reading.mappings = { library.mappings }
    }
    reading.aliases.merge(session.configuration.eventTypes) { _, configured in configured }
    return reading
  }

  private func importer(_ store: LedgerWriter, _ importing: ImportOptions, _ display: ProgressDisplay) throws
    -> Importer
  {
    var importer = Importer(
      store, settings: session.configuration.ledgerSettings, options: importing, clock: { Session.clock })
    importer.shouldStop = { Interrupt.isRequested }
    importer.shouldGiveUp = { Interrupt.isOverdue }
    importer.onProgress = display.update
    if let path = options.keepRejected {
      let file = try PrivateFile(appendingTo: path)
      importer.onRejections = { _, lines in
        for refused in lines { try file.write(refused.raw + [UInt8(ascii: "\n")]) }
      }
    }
    return importer
  }

  /// Minutes east of UTC for times without a zone.
  private func assumedOffset() throws -> Int {
    let name = options.assumeTimeZone ?? session.configuration.assumeTimeZone
    guard let zone = ReportZone(fixed: name) else {
      throw Failure.usage(
        "--assume-tz: '\(name.escapedForTerminal())' is not a fixed offset",
        advice: "write it like +08:00 or UTC")
    }
    return Int(zone.firstOffset / 60)
  }

  /// The identity that every import must close with.
  private func check(_ summary: ImportSummary) throws {
    for file in summary.files where !file.counts.isWhole {
      let counts = file.counts
      throw LedgerError.inconsistent(
        "\(file.name): \(counts.lines) lines, but \(counts.merged) merged + \(counts.duplicate) duplicate + "
          + "\(counts.rejected) rejected + \(counts.ignored) ignored")
    }
  }
}
