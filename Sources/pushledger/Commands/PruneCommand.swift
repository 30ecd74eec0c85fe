import CommandLineKit
import Files
import Importing
import JSONWriting
import Ledger
import Operations
import Prose
import ReceiptModel

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var before: String?
    var keepDays: Int?
    var asOf: String?
    var forgetsFiles = false
    var isDry = false
    var vacuums = false
    var lifts = false
    var file: String?
    var places: [String] = []
    var pseudonymKey: String?
    var wait: Seconds = 0
    var json = false

    static let table: [Option<Self>] =
      [
        .value(
          \.before, "--before", placeholder: "T",
          help: "messages go whose last event is before this: ISO 8601, a date, or seconds since 1970"),
        .value(
          \.keepDays, "--keep-days", placeholder: "N",
          help: "the same, N times 24 hours before as-of; otherwise the setting retentionDays"),
        .value(
          \.asOf, "--as-of", placeholder: "T",
          help: "\"now\" for --keep-days; otherwise the newest event that is not after the clock"),
        .flag(
          \.forgetsFiles, "--forget-files",
          help: "also forget files whose last event is before that, so that their list does not grow for ever"
        ),
        .flag(\.isDry, "--dry-run", help: "say what would go, and change nothing"),
        .flag(
          \.vacuums, "--vacuum",
          help: """
            afterwards give the room back to the disk, which takes as much again for a while
            """),
        .flag(\.lifts, "--lift", help: "prune nothing; let lines from before what was pruned in again"),
        .value(
          \.file, "--file", placeholder: "FILE",
          help: "take back what this log told, as if it had never been imported"),
        .rest(
          \.places, placeholder: "PATH",
          help: "with --file: where the other logs are; otherwise where they were imported from"),
        .value(
          \.pseudonymKey, "--pseudonymise", placeholder: "KEYFILE",
          help: "with --file: the key of the ledger's pseudonyms"),
        .value(\.wait, "--wait", placeholder: "SECONDS", help: "how long to wait for another run to finish"),
        .flag(\.json, "--json", help: "what went as JSON"),
      ] + CommonOptions.table.nested(at: \.common)
  }

  static let prune = Command(
    "prune", summary: "take old messages out of the ledger", group: .operate,
    discussion: """
      A message goes as a whole, with all its events on all devices under all AppKeys, when the last of them is before \
      the moment named. What is left is the ledger of the other messages' events: sums stay exact. Refused lines of \
      files whose last event is older go with them.

      What went does not come back: from then on lines from before the moment are refused as before-purge, whichever \
      file they are in. This is not an error; --lift ends it. Ids are overwritten, except for a few that stay in \
      unused parts of the file until --vacuum. Until then, names of campaigns, builds, channels and AppKeys that no \
      other message has stay, too. An interrupted prune is complete as far as it went; the same command goes on from \
      there.

      --file FILE takes back one log that should not have been imported, or not with those options. A ledger does not \
      say which events FILE alone told, so all other logs are read again, as they were read before, into a new ledger \
      beside this one. The new ledger takes this one's place if, together with FILE, it gives exactly this one; \
      otherwise nothing changes. FILE and all other logs have to be there as files; they may be rotated or under \
      another name.
      """,
    examples: [
      Example(
        "pushledger prune --keep-days 400 --dry-run", "what would go if a year and some weeks were kept"),
      Example(
        "pushledger prune --before 2025-01-01 --vacuum", "everything that ended before, and the room it takes"
      ),
      Example("pushledger prune --file logs/wrong.jsonl", "imported with the wrong --source"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let session = try Session(options.common)
    if options.lifts { return try lift(options, session) }
    if let file = options.file { return try takeBack(file, options, session) }
    guard options.places.isEmpty, options.pseudonymKey == nil else {
      throw Failure.usage(
        "PATH and --pseudonymise go with --file", advice: "name the log to take back")
    }
    // Which messages are old follows from no setting, so a dry run leaves sums of other settings alone.
    let reader =
      options.isDry ? try LedgerReader.openForReading(session.databasePath) : try session.openLedger()
    let rule = try rule(options, session, reader)
    if options.isDry {
      let extent = try options.common.showing("looking") { try reader.extent(of: rule) }
      try tell(extent, "would go", rule, options, session)
      return .done
    }
    Interrupt.listen()
    let lock = try session.lock(waiting: options.wait.value)
    try LedgerReader.removeRemains(session.databasePath)
    let (gone, isComplete) = try options.common.showing("pruning") {
      try Pruner(session.openForWriting(), rule).run { Interrupt.isRequested }
    }
    try tell(gone, "went", rule, options, session)
    guard isComplete else {
      try DescriptorWriter.standardError.write("interrupted: run the same command again to continue\n")
      return .interrupted
    }
    if options.vacuums {
      let sizes = try options.common.showing("giving room back") {
        try LedgerReader.compact(session.databasePath, shouldStop: { Interrupt.isRequested })
      }
      guard let sizes else {
        try DescriptorWriter.standardError.write(
          "interrupted: everything was pruned, but its room was not given back; run the same command again\n")
        return .interrupted
      }
      if !options.common.quiet {
        try DescriptorWriter.standardError.write(
          "the ledger had \(sizes.before) bytes and has \(sizes.after) now\n")
      }
    }
    _ = consume lock
    return .done
  }

  /// Ends what the last prune began: that lines from before it are refused.
  private static func lift(_ options: Options, _ session: Session) throws -> ExitCode {
    guard options.before == nil, options.keepDays == nil, !options.forgetsFiles, !options.vacuums,
      !options.isDry
    else { throw Failure.usage("--lift stands alone", advice: "it prunes nothing") }
    _ = try session.openLedger()
    Interrupt.listen()
    let lock = try session.lock(waiting: options.wait.value)
    let store = try session.openForWriting()
    let former = try store.liftWatermark()
    _ = consume lock
    let moment = former.map { session.zone.iso(Instant(milliseconds: $0)) }
    if options.json {
      try DescriptorWriter.standardOutput.write(JSONTree.object([("lifted", .text(moment))]).lineBytes.span)
    } else if !options.common.quiet {
      try DescriptorWriter.standardOutput.write(
        moment.map { "lines from before \($0) are taken in again\n" }
          ?? "nothing was pruned; all lines are taken in\n")
    }
    return .done
  }

  private static func takeBack(_ file: String, _ options: Options, _ session: Session) throws -> ExitCode {
    guard options.before == nil, options.keepDays == nil, options.asOf == nil, !options.forgetsFiles,
      !options.vacuums
    else {
      throw Failure.usage(
        "--file takes back a log of any age", advice: "leave out the options that name a moment")
    }
    let log = ImportSource(argument: file)
    var retraction = try LogRetraction(of: log, in: session, pseudonymKey: options.pseudonymKey)
    // There has to be a ledger, which is not made here.
    _ = try session.openLedger()
    Interrupt.listen()
    let display = ProgressDisplay(isShown: !options.common.quiet)
    retraction.onProgress = display.update
    let places = options.places.map { ImportSource(argument: $0) }
    let outcome = try retraction.run(
      among: places.isEmpty ? nil : places, replaces: !options.isDry, waiting: options.wait.value)
    display.clear()
    let messages = RetractionMessages(
      log: log, isDry: options.isDry, json: options.json, quiet: options.common.quiet)
    return try messages.tell(outcome)
  }

  private static func rule(_ options: Options, _ session: Session, _ store: LedgerReader) throws -> PruneRule
  {
    let asOf = try session.asOf(options.asOf, of: store, clock: Session.clock)
    if let word = options.before {
      guard options.keepDays == nil else {
        throw Failure.usage(
          "--before and --keep-days exclude each other", advice: "both name the same moment")
      }
      let words = TimeWords(zone: session.zone, present: asOf)
      let before = try words.instant(word, option: "--before")?.milliseconds ?? 0
      return PruneRule(before: before, forgetsFiles: options.forgetsFiles, clearsWords: options.vacuums)
    }
    guard let days = options.keepDays ?? session.configuration.retentionDays else {
      throw Failure.usage(
        "nothing says what is old", advice: "name --before T or --keep-days N, or set retentionDays")
    }
    guard (1...100_000).contains(days) else {
      throw Failure.usage("--keep-days wants a whole number from 1 to 100000")
    }
    return PruneRule(
      before: asOf.milliseconds - Int64(days) * 86_400_000, forgetsFiles: options.forgetsFiles,
      clearsWords: options.vacuums)
  }

  private static func tell(
    _ extent: PruneExtent, _ verb: String, _ rule: PruneRule, _ options: Options, _ session: Session
  ) throws {
    let moment = session.zone.iso(Instant(milliseconds: rule.before))
    if options.json {
      let tree = JSONTree.object([
        ("before", .text(moment)), ("dry_run", .bool(options.isDry)), ("messages", .integer(extent.messages)),
        ("deliveries", .integer(extent.deliveries)), ("events", .integer(extent.events)),
        ("refused_lines", .integer(extent.refusedLines)), ("files", .integer(extent.files)),
        ("app_opens", .integer(extent.appOpens)),
      ])
      try DescriptorWriter.standardOutput.write(tree.lineBytes.span)
    } else if !options.common.quiet || options.isDry {
      try DescriptorWriter.standardOutput.write(
        """
        before \(moment) \(verb): \(extent.messages) messages with \(extent.deliveries) deliveries and \
        \(extent.events) events; \(extent.refusedLines) refused lines; \(extent.files) files forgotten

        """)
    }
  }
}
