import CommandLineKit
import Importing
import Ledger
import ReceiptModel

extension Command {
  private struct Options: Sendable {
    var importing = ImportCommandOptions()
    var list = false
    var format = ResultFormat.table
    var limit = 100

    static let table: [Option<Self>] =
      [
        .rest(\.importing.paths, placeholder: "retry", help: "try all refused lines again")
          .completing(.words(["retry"])),
        .flag(\.list, "--list", help: "every refused line and not only the reasons"),
        .value(\.limit, "--limit", placeholder: "N", help: "with --list: how many lines at most"),
        .value(\.format, "--format", "-f", placeholder: "FORMAT", help: "how to print"),
        .flag(\.format, meaning: .json, "--json", help: "the same as --format json"),
        .value(
          \.importing.assumeTimeZone, "--assume-tz", placeholder: "OFFSET",
          help: "with retry: zone of event times that name none"),
        .value(
          \.importing.pseudonymKey, "--pseudonymise", placeholder: "KEYFILE",
          help: "with retry: the key of the ledger's pseudonyms"),
        .value(
          \.importing.wait, "--wait", placeholder: "SECONDS",
          help: "with retry: how long to wait for another run to finish"),
      ] + CommonOptions.table.nested(at: \.importing.common)
  }

  static let rejects = Command(
    "rejects", summary: "lines that were refused, by reason; retry tries them again", group: .load,
    discussion: """
      Without an argument: how many lines were refused for which reason, in which file. The lines themselves are not \
      kept in the ledger; import --keep-rejected FILE writes them to a private file.

      retry reads every file with refused lines again, with the present configuration and program. What can be read now \
      is merged; nothing is counted twice.
      """,
    examples: [
      Example("pushledger rejects", "reasons and numbers"),
      Example("pushledger rejects --list", "file, line and reason of each"),
      Example("pushledger rejects retry", "after the configuration or the program has changed"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let session = try Session(options.importing.common)
    switch options.importing.paths {
    case []: break
    case ["retry"]: return try retry(session, options.importing)
    case let words:
      let unknown = words.first { $0 != "retry" } ?? "retry retry"
      throw UsageError(
        "rejects knows no '\(unknown.escapedForTerminal())'",
        advice: "write rejects or rejects retry")
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

  private static func retry(_ session: Session, _ options: ImportCommandOptions) throws -> ExitCode {
    let files = try LedgerStore.openForReading(session.databasePath).filesWithRejects()
    // Standard input is gone; what came from there can only be imported again by its owner.
    let paths = Set(files.map(\.path)).subtracting(["-"]).sorted()
    guard !paths.isEmpty else {
      let why =
        files.isEmpty
        ? "no refused lines to try again" : "the refused lines came from standard input; import it again"
      if !session.options.quiet { try DescriptorWriter.standardError.write(why + "\n") }
      return .done
    }
    var options = options
    options.rescans = true
    return try ImportRun(session: session, options: options).run(paths.map { .path(Array($0.utf8)) })
  }
}
