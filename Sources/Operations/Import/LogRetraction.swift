import ConfigurationReading
package import Importing
import Ledger
package import Prose

/// One log taken back, as if it had never been imported.
package struct LogRetraction {
  private let log: ImportSource
  private let session: Session
  private let request: ImportRequest
  /// As `Importer.onProgress`.
  package var onProgress: (ImportMeter.Reading, _ totalBytes: Int64?) -> Void = { _, _ in }

  /// - Parameter pseudonymKey: the file of the key; `nil` for the configuration's.
  /// - Throws: `Failure` when the log is no file that is there.
  package init(of log: ImportSource, in session: Session, pseudonymKey: String?) throws(Failure) {
    guard log != .standardInput else {
      throw .usage("standard input cannot be read again", advice: "name the log as a file")
    }
    guard case .path(let path) = log, FileNumber(path) != nil else {
      throw Failure(
        .inputMissing, "\(log.name.escapedForTerminal()): no such file",
        advice: "what a log told can be taken back only while the log is there to prove it")
    }
    self.log = log
    self.session = session
    var request = ImportRequest()
    request.pseudonymKey = pseudonymKey
    self.request = request
  }

  /// - Parameters:
  ///   - places: where the other logs are; `nil` for where they were imported from.
  ///   - replaces: whether the ledger is to change; otherwise it is only seen what would.
  ///   - seconds: how long to wait for another command.
  /// - Throws: `Failure` when the log cannot be taken back; `LedgerError`, `SQLiteError`.
  package func run(
    among places: [ImportSource]?, replaces: Bool, waiting seconds: Int
  ) throws -> FileRetraction.Outcome {
    let lock = try session.lock(waiting: seconds)
    try LedgerReader.removeRemains(session.databasePath)
    let outcome: FileRetraction.Outcome
    do {
      outcome = try retraction().run(log, among: places, replaces: replaces)
    } catch let error as RetractionRefusal {
      throw failure(error)
    }
    _ = consume lock
    return outcome
  }

  private func retraction() throws -> FileRetraction {
    var retraction = try FileRetraction(
      LedgerWriter.openForWriting(session.databasePath), settings: session.configuration.ledgerSettings,
      options: LogImport(request, in: session).options(), clock: { Session.clock }
    ) { [session] words in
      try LogImport(ImportRequest(words: words), in: session).reading()
    }
    retraction.shouldStop = session.interruption.isRequested
    retraction.onProgress = onProgress
    return retraction
  }

  private func failure(_ refusal: RetractionRefusal) -> Failure {
    let name = log.name.escapedForTerminal()
    return switch refusal {
    case .missing(let names):
      Failure(
        .inputMissing,
        "what was imported from \(list(names)) is no longer there and would be lost; nothing was changed",
        advice: names == ["-"]
          ? "what came by standard input is in no file; import such logs into a new ledger as files"
          : "put these logs back, or name the folders they are in now after --file \(name)")
    case .otherLedger:
      Failure(
        .inputMissing,
        "the logs that are there do not give this ledger together with \(name); nothing was changed",
        advice: """
          something was imported under another configuration, was removed by prune, or stood in a log that has changed; \
          import the other logs into a new ledger, named with --db
          """)
    }
  }

  private func list(_ names: [String]) -> Phrase {
    let first = names.prefix(5).map { $0 == "-" ? "standard input" : Phrase.text($0.escapedForTerminal()) }
      .joined()
    return names.count > 5 ? "\(first) and \(figure: "\(names.count - 5)") more" : first
  }
}
