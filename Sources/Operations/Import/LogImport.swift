import ConfigurationReading
package import Importing
import Ledger
import Libraries
package import LogReading
import Prose
import Publishing
import ReceiptModel
import UserFiles

/// One import of logs into the ledger of a session.
package struct LogImport {
  private let session: Session
  private let request: ImportRequest
  /// As `Importer.onProgress`.
  package var onProgress: (ImportMeter.Reading, _ totalBytes: Int64?) -> Void = { _, _ in }

  package init(_ request: ImportRequest, in session: Session) {
    self.session = session
    self.request = request
  }

  /// Imports while no other command writes to the ledger.
  ///
  /// - Parameter seconds: how long to wait for another command.
  /// - Throws: `Failure` and `ConfigurationError` for what the request says wrongly, before a ledger is made or
  ///   touched; `LedgerError`, `SQLiteError`, `ImportStandstill`.
  package func run(_ sources: [ImportSource], waiting seconds: Int) throws -> ImportSummary {
    let lock = try session.lock(waiting: seconds)
    let summary = try merge(sources)
    _ = consume lock
    return summary
  }

  /// Imports as the holder of the lock.
  func merge(_ sources: [ImportSource]) throws -> ImportSummary {
    let options = try options()
    try refuseToWriteLogs(sources)
    try LedgerReader.removeRemains(session.databasePath)
    let summary = try importer(session.openForWriting(), options).run(sources)
    try check(summary)
    return summary
  }

  /// Logs are only read: the file for refused lines may not be one of those that were named.
  private func refuseToWriteLogs(_ sources: [ImportSource]) throws {
    guard let path = request.keepRejected, let kept = FileNumber(Array(path.utf8)) else { return }
    for case .path(let log) in sources where FileNumber(log) == kept {
      throw Failure.usage(
        "--keep-rejected names a log to be imported, and pushledger never writes to logs",
        advice: "name another file")
    }
  }

  /// How the logs would be read, with what the ledger knows of them now.
  ///
  /// - Parameter store: `nil` for a ledger that is not there yet.
  func forecast(_ sources: [ImportSource], in store: LedgerReader?) throws -> [PlannedRead] {
    try Importer.forecast(of: sources, in: store, ledgerPath: session.databasePath, options: options())
  }

  /// The files with refused lines, wherever they are now.
  ///
  /// - Parameter places: logs and folders to look in; none for where the files were read from.
  /// - Returns: what was found, and what is to be imported again: that, and what was named and cannot be opened, so that
  ///   an import tells why.
  package func logsWithRejects(
    among places: [ImportSource]
  ) throws -> (logs: KnownLogs, sources: [ImportSource]) {
    let store = try LedgerReader.openForReading(session.databasePath)
    var unreadable: [ImportSource] = []
    let logs = try Importer.find(
      store.filesWithRejects(), among: places.isEmpty ? nil : places, in: store, options: options()
    ) { unreadable.append($0) }
    return (logs, logs.found.map(\.source) + unreadable)
  }

  /// How logs are imported, by request and configuration.
  func options() throws -> ImportOptions {
    var options = ImportOptions()
    options.rescans = request.rescans
    options.builds = !request.mergesFirst
    options.pseudonyms = try session.pseudonymKey(request.pseudonymKey)
    options.memory = MemoryPlan(
      bytes: request.memory?.bytes ?? session.configuration.memoryBytes,
      jobs: request.jobs?.count ?? session.configuration.jobs ?? ImportOptions.cores)
    options.reading = try reading()
    options.words = request.words
    let own = OwnFile()
    options.ownOutput = { own.kind($0)?.words }
    options.keptRejects = request.keepRejected
    return options
  }

  /// How one log is read.
  package func reading() throws -> ReadOptions {
    var reading = ReadOptions()
    reading.format = request.format
    reading.columns = request.columns.map { $0.split(separator: ",").map(String.init) }
    reading.isFinal = request.isFinal
    reading.unwrap = request.unwrap
    reading.keepsRawRejects = request.keepRejected != nil
    reading.assumedOffsetMinutes = try session.assumedOffset(request.assumeTimeZone)
    reading.appKey = request.appKey
    reading.keepsVendorIDs = request.keepsVendorIDs
    reading.keepsClientNetworks = request.keepsClientNetworks || session.configuration.clientNetworks
    let library = try MappingLibrary(folder: session.configuration.mappingsFolder)
    if let source = request.source {
      reading.mapping = try library.mapping(source)
    } else {
      reading.mappings = { library.mappings }
    }
    reading.aliases.merge(session.configuration.eventTypes) { _, configured in configured }
    return reading
  }

  private func importer(_ store: LedgerWriter, _ options: ImportOptions) throws -> Importer {
    var importer = Importer(
      store, settings: session.configuration.ledgerSettings, options: options, clock: { Session.clock })
    importer.shouldStop = session.interruption.isRequested
    importer.shouldGiveUp = session.interruption.isOverdue
    importer.onProgress = onProgress
    if let path = request.keepRejected {
      let file = try PrivateFile(appendingTo: path)
      importer.onRejections = { _, lines in
        for refused in lines { try file.write(refused.raw + [UInt8(ascii: "\n")]) }
      }
    }
    return importer
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

extension Session {
  /// Minutes east of UTC for times without a zone.
  ///
  /// - Parameter option: what `--assume-tz` names; otherwise the configuration counts.
  func assumedOffset(_ option: String?) throws(Failure) -> Int {
    let name = option ?? configuration.assumeTimeZone
    guard let zone = ReportZone(fixed: name) else {
      throw .usage(
        "--assume-tz: '\(name.escapedForTerminal())' is not a fixed offset",
        advice: "write it like +08:00 or UTC")
    }
    return Int(zone.firstOffset / 60)
  }
}
