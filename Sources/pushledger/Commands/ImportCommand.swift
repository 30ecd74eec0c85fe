import CommandLineKit
import Importing
import Operations
import Prose
import ReceiptModel

extension Command {
  static let `import` = Command(
    "import", summary: "merge logs into the ledger", group: .load,
    discussion: """
      Reads receipt logs as JSON Lines, JSON arrays (one, several, or under "data") or CSV, plain, gzip, zstd, lz4 or \
      snappy, which it tells by content and not by name; and logs of other vendors, of sends, opens and extensions, \
      see pushledger source. It reads folders with all that is in them. Importing is set union: the same lines again, \
      in any order, any split and any shape, change nothing, so a file can always be imported again.

      A file that has grown is read on from where it was left; a rotated or renamed one is recognized by its content. \
      Lines that cannot be read are counted, kept with their reason and never stop the import; see pushledger rejects.
      """,
    examples: [
      Example("pushledger import logs/", "every file in a folder"),
      Example("pushledger import --source send-log sends.jsonl", "a log of another source, named"),
      Example("zcat old.gz | pushledger import -", "standard input"),
      Example(
        "pushledger import --columns app_key,message_id,event_time,event_type,device_id a.csv",
        "CSV without header"),
    ], table: ImportCommandOptions.table, defaults: ImportCommandOptions()
  ) { options in
    let session = try Session(options.common)
    return try options.run(
      WordBytes.ofThisProgram.bytes(of: options.paths).map { ImportSource($0) }, in: session)
  }
}

/// The options of `import`, and of `rejects retry`, which reads files again.
struct ImportCommandOptions: Sendable {
  var common = CommonOptions()
  var paths: [String] = []
  var request = ImportRequest()
  var maxRejects: Share?
  var wait: Seconds = 0
  var json = false

  static let table: [Option<Self>] =
    [.rest(\.paths, placeholder: "PATH", help: "logs or folders, or - for standard input")] + reading + [
      .value(\.wait, "--wait", placeholder: "SECONDS", help: "how long to wait for another run to finish"),
      .value(
        \.request.format, "--format", placeholder: "FORMAT",
        help: "what the input is; auto looks at its content"),
      .flag(
        \.request.rescans, "--rescan",
        help: "read every file from its start, whatever the ledger says about it"),
      .flag(
        \.request.mergesFirst, "--no-build",
        help: "merge the first content of a ledger bit by bit, too, instead of building it in one go"),
      .flag(\.json, "--json", help: "the summary as JSON on standard output"),
    ] + CommonOptions.table.nested(at: \.common)

  /// How logs are read, the first time and again.
  static let reading: [Option<Self>] = [
    .value(
      \.request.source, "--source", placeholder: "NAME",
      help: "what the records are: a source of source list, or a .json5 file; otherwise by their content"
    )
    .completing(.sources),
    .value(\.request.appKey, "--app", placeholder: "KEY", help: "the AppKey of records that name none"),
    .flag(
      \.request.keepsVendorIDs, "--vendor-ids",
      help: "keep the vendors' message ids of a receipt log, by which receipts of vendors find their push"),
    .flag(
      \.request.keepsClientNetworks, "--client-networks",
      help: "keep the networks of the devices' addresses (client_ip), shortened to /24 and /48"),
    .value(
      \.request.columns, "--columns", placeholder: "NAMES",
      help: "comma-separated column names of a CSV without header"),
    .value(
      \.request.assumeTimeZone, "--assume-tz", placeholder: "OFFSET",
      help: "zone of event times that name none, such as +08:00"),
    .value(
      \.maxRejects, "--max-rejects", placeholder: "SHARE",
      help: "share of a file's lines, from 0 to 1, that may be refused before the exit code is 65"),
    .flag(\.maxRejects, meaning: 0, "--strict", help: "the same as --max-rejects 0"),
    .flag(
      \.request.isFinal, "--final",
      help: "a last CSV line without a line end counts although it may have been cut"),
    .value(
      \.request.unwrap, "--unwrap", placeholder: "FIELD",
      help: "the receipt is a JSON text in this field of the record"),
    .value(
      \.request.keepRejected, "--keep-rejected", placeholder: "FILE",
      help: "add the refused lines themselves to this file, which only its owner can read"),
    .value(
      \.request.pseudonymKey, "--pseudonymise", placeholder: "KEYFILE",
      help: "keep pseudonyms under the key in this file, and no device ids and tokens"),
    .value(
      \.request.jobs, "--jobs", "-j", placeholder: "N",
      help:
        "how many files, or parts of large files, to read at the same time; one for each core, at most 8, unless given"
    ),
    .value(
      \.request.memory, "--memory", placeholder: "SIZE",
      help: "memory that may be taken, such as 1G; 256M unless given"),
  ]
}

extension ImportCommandOptions {
  /// Imports and says what became of the lines.
  func run(_ sources: [ImportSource], in session: Session) throws -> ExitCode {
    guard !sources.isEmpty else {
      throw Failure.usage("nothing to import", advice: "name files or folders, or - for standard input")
    }
    // From here on an interrupt is taken between two batches.
    Interrupt.listen()
    let display = ProgressDisplay(isShown: !common.quiet)
    var work = LogImport(request, in: session)
    work.onProgress = display.update
    let summary = try work.run(sources, waiting: wait.value)
    display.clear()
    let messages = ImportMessages(
      summary: summary, limit: maxRejects?.value ?? session.configuration.maxRejects,
      language: session.language)
    try messages.tell(json: json, common)
    return summary.wasInterrupted ? .interrupted : messages.exitCode
  }
}
