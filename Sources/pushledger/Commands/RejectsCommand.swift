import CommandLineKit
import Files
import Importing
import Ledger
import Operations
import Prose
import Reporting

extension Command {
  private struct Options: Sendable {
    /// How `retry` reads; its paths are all the words of the command.
    var importing = ImportCommandOptions()
    var list = false
    var format = TableFormat.table
    var limit = 100

    static let table: [Option<Self>] =
      [
        .rest(
          \.importing.paths, placeholder: "retry|forget",
          help:
            "retry tries all refused lines again, retry PATH... those of files there; forget FILE... drops them"
        )
        .completing(.words(["retry", "forget"])),
        .flag(\.list, "--list", help: "every refused line and not only the reasons"),
        .value(\.limit, "--limit", placeholder: "N", help: "with --list: list no more than this many lines"),
        .value(\.format, "--format", "-f", placeholder: "FORMAT", help: "how to print"),
        .flag(\.format, meaning: .json, "--json", help: "the same as --format json"),
        .value(
          \.importing.wait, "--wait", placeholder: "SECONDS",
          help: "how long to wait for another run to finish"),
      ] + ImportCommandOptions.reading.nested(at: \.importing, section: "Options of retry")
      + CommonOptions.table.nested(at: \.importing.common)
  }

  static let rejects = Command(
    "rejects", summary: "lines that were refused, by reason; retry tries them again", group: .load,
    discussion: """
      Without an argument: how many lines were refused for which reason, in which file. The lines themselves are not \
      kept in the ledger; import --keep-rejected FILE writes them to a private file.

      retry reads every file with refused lines again, with the present configuration and program, and with the \
      options given now: a log that needed --columns, --unwrap, --app or --assume-tz needs them here, too. What can be \
      read now is merged; nothing is counted twice. Files are known by their content: when they were moved since, as \
      rotation does, name the logs or folders where they are now.

      forget drops the refused lines of a file from this list and from the findings, when you have repaired the file \
      in its place or accept the loss. The file's line counts stay as they are.
      """,
    examples: [
      Example("pushledger rejects", "reasons and numbers"),
      Example("pushledger rejects --list", "file, line and reason of each"),
      Example("pushledger rejects retry", "after the configuration or the program has changed"),
      Example("pushledger rejects retry archive/", "the same, of logs that were moved there"),
      Example(
        "pushledger rejects forget logs/broken.jsonl", "its lines have been exported again and imported"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let session = try Session(options.importing.common)
    let words = options.importing.paths
    switch words.first {
    case nil: break
    case "retry":
      let paths = WordBytes.ofThisProgram.bytes(of: words).dropFirst().map { ImportSource($0) }
      return try retry(paths, session, options.importing)
    case "forget": return try forget(Array(words.dropFirst()), session, options.importing)
    case let word?:
      throw Failure.usage(
        "rejects knows no '\(word.escapedForTerminal())'",
        advice: "write rejects, rejects retry or rejects forget FILE")
    }
    let store = try session.openLedger()
    let table =
      options.list
      ? try store.table(
        "SELECT file, line, byte_offset, reason, field FROM rejects ORDER BY file, byte_offset LIMIT \(max(0, options.limit))"
      )
      : try store.table(
        """
        SELECT reason, field, file, count(*) AS lines, min(line) AS first_line FROM rejects
        GROUP BY reason, field, file ORDER BY lines DESC, reason, field, file
        """)
    try DescriptorWriter.standardOutput.write(options.format.bytes(of: table).span)
    return .done
  }

  /// Imports the files with refused lines again, wherever they are now.
  ///
  /// - Parameter paths: logs and folders to look in; none for where the files were read from.
  private static func retry(
    _ paths: [ImportSource], _ session: Session, _ options: ImportCommandOptions
  ) throws -> ExitCode {
    var options = options
    options.request.rescans = true
    let (logs, sources) = try LogImport(options.request, in: session).logsWithRejects(among: paths)
    // Where none of the logs is there, or one that nobody left out.
    let isMissing = logs.isMissingFiles && (paths.isEmpty || sources.isEmpty)
    if isMissing || !options.common.quiet {
      try DescriptorWriter.standardError.write(paths.isEmpty ? missing(logs) : others(logs))
    }
    let code = sources.isEmpty ? .done : try options.run(sources, in: session)
    return code == .done && isMissing ? .inputMissing : code
  }

  private static func others(_ logs: KnownLogs) -> String {
    logs.missing.isEmpty
      ? ""
      : "not tried, because they are not among those named: \(logs.missing.count) of the files with refused lines\n"
  }

  private static func missing(_ logs: KnownLogs) -> String {
    guard !logs.found.isEmpty || !logs.missing.isEmpty else { return "no refused lines to try again\n" }
    var text = ""
    for name in logs.missing.prefix(10) {
      // Standard input is gone; what came from there can only be imported again by its owner.
      text +=
        name == "-"
        ? "not tried: refused lines that came from standard input; import it again\n"
        : "not tried: \(name.escapedForTerminal()): what was read from there is no longer there\n"
    }
    if logs.missing.count > 10 { text += "not tried: \(logs.missing.count - 10) more\n" }
    if logs.isMissingFiles {
      text += "`pushledger rejects retry FOLDER` finds a log that was moved; "
      text += "`pushledger rejects forget FILE` drops the lines of one that was repaired or is lost\n"
    }
    return text
  }

  private static func forget(_ files: [String], _ session: Session, _ options: ImportCommandOptions) throws
    -> ExitCode
  {
    guard !files.isEmpty else {
      throw Failure.usage(
        "forget the refused lines of which file?", advice: "name it as pushledger rejects does")
    }
    // Not with the configuration's judgements, which refused lines do not depend on; but there has to be a ledger.
    _ = try LedgerReader.openForReading(session.databasePath)
    Interrupt.listen()
    try session.withWritableLedger(waiting: options.wait.value) { store in
      for file in files {
        let name = file.escapedForTerminal()
        guard let lines = try store.forgetRejects(ofFilesAt: file) else {
          throw Failure(
            .inputMissing, "no file '\(name)' has refused lines",
            advice: "name it as pushledger rejects does")
        }
        if !options.common.quiet {
          try DescriptorWriter.standardError.write("\(name): refused lines forgotten: \(lines)\n")
        }
      }
    }
    return .done
  }
}

extension KnownLogs {
  /// Whether more than standard input was not found.
  fileprivate var isMissingFiles: Bool { missing.contains { $0 != "-" } }
}
