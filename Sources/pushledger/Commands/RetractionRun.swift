import CommandLineKit
import ConfigurationReading
import Files
import Importing
import JSONWriting
import Ledger
import Prose
import ReceiptModel

/// One log taken back from the command line: lock, progress, what went, exit code.
struct RetractionRun {
  let session: Session
  /// What concerns all logs alike.
  let importing: ImportCommandOptions
  let wait: Int
  let isDry: Bool
  let json: Bool

  /// - Parameter places: where the other logs are; `nil` for where they were imported from.
  func run(_ log: ImportSource, among places: [ImportSource]?) throws -> ExitCode {
    guard log != .standardInput else {
      throw Failure.usage("standard input cannot be read again", advice: "name the log as a file")
    }
    guard case .path(let path) = log, FileNumber(path) != nil else {
      throw Failure(
        .inputMissing, "\(name(log)): no such file",
        advice: "what a log told can be taken back only while the log is there to prove it")
    }
    // There has to be a ledger, which is not made here.
    _ = try session.openLedger()
    Interrupt.listen()
    let lock = try StoreLock(for: session.databasePath, waiting: wait) { Interrupt.isRequested }
    try LedgerReader.removeRemains(session.databasePath)
    let outcome: FileRetraction.Outcome
    do { outcome = try retraction().run(log, among: places, replaces: !isDry) } catch let error
      as RetractionRefusal
    {
      throw failure(error, log)
    }
    _ = consume lock
    switch outcome {
    case .notKnown: try tellUnknown(log)
    case .interrupted:
      try DescriptorWriter.standardError.write("interrupted: the ledger is as it was\n")
      return .interrupted
    case .done(let before, let after): try tell(log, before, after)
    }
    return .done
  }

  private func retraction() throws -> FileRetraction {
    let display = ProgressDisplay(isShown: !session.options.quiet)
    var retraction = try FileRetraction(
      LedgerWriter.openForWriting(session.databasePath), settings: session.configuration.ledgerSettings,
      options: ImportRun(session: session, options: importing).importing(), clock: { Session.clock }
    ) { [session, importing] words in
      var options = try ImportCommandOptions(meaning: words)
      options.common = importing.common
      return try ImportRun(session: session, options: options).reading()
    }
    retraction.shouldStop = { Interrupt.isRequested }
    retraction.onProgress = display.update
    return retraction
  }

  private func failure(_ refusal: RetractionRefusal, _ log: ImportSource) -> Failure {
    switch refusal {
    case .daysAreLoaded:
      Failure(
        .usage, "the ledger has days of loaded sums, which none of its logs gives; nothing was changed",
        advice: "remove them with load-rollups --remove, and load them again afterwards")
    case .missing(let names):
      Failure(
        .inputMissing,
        "what was imported from \(list(names)) is no longer there and would be lost; nothing was changed",
        advice: names == ["-"]
          ? "what came by standard input is in no file; import such logs into a new ledger as files"
          : "put these logs back, or name the folders they are in now after --file \(name(log))")
    case .otherLedger:
      Failure(
        .inputMissing,
        "the logs that are there do not give this ledger together with \(name(log)); nothing was changed",
        advice: """
          something was imported under another configuration, was removed by prune, or stood in a log that has changed; \
          import the other logs into a new ledger, named with --db
          """)
    }
  }

  private func list(_ names: [String]) -> String {
    let first = names.prefix(5).map { $0 == "-" ? "standard input" : $0.escapedForTerminal() }
    return first.joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
  }

  private func tellUnknown(_ log: ImportSource) throws {
    if json {
      let tree = JSONTree.object([("known", .bool(false)), ("dry_run", .bool(isDry))])
      return try DescriptorWriter.standardOutput.write(tree.lineBytes.span)
    }
    guard !session.options.quiet else { return }
    try DescriptorWriter.standardOutput.write("\(name(log)): the ledger has read nothing from it\n")
  }

  private func tell(_ log: ImportSource, _ before: LedgerStatus, _ after: LedgerStatus) throws {
    let messages = before.messages - after.messages
    let deliveries = before.deliveries - after.deliveries
    let events = before.events - after.events
    if json {
      let tree = JSONTree.object([
        ("known", .bool(true)), ("dry_run", .bool(isDry)), ("messages", .integer(messages)),
        ("deliveries", .integer(deliveries)), ("events", .integer(events)),
      ])
      try DescriptorWriter.standardOutput.write(tree.lineBytes.span)
    } else if !session.options.quiet || isDry {
      try DescriptorWriter.standardOutput.write(
        """
        \(name(log)): \(isDry ? "would be taken back" : "taken back"): \(messages) messages, \(deliveries) \
        deliveries and \(events) events that no other log tells

        """)
    }
  }

  private func name(_ log: ImportSource) -> String { log.name.escapedForTerminal() }
}
