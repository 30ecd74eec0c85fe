import CommandLineKit
import Files
import Importing
import Operations
import Prose
import Publishing
import ReceiptModel
import Reporting

extension Command {
  static let run = Command(
    "run", summary: "import, check, export and report in one go: the line for cron", group: .load,
    discussion: """
      Imports the logs, then judges and renders what the ledger holds, all as of one moment and under one lock. The \
      result is a generation: a folder of data sets, reports, findings and a manifest that names every file with its \
      SHA-256. It appears as a whole in DIR/generations, and then the link DIR/current leads to it; a run that dies \
      leaves the last one in place. A run whose files are all as they were publishes nothing.

      The section run of the configuration says once what is read and written.

      Exit codes: 65, 66, 74 and 77 when some of the logs could not be read, whatever was found in the others, which \
      is published all the same; otherwise those of check. DIR/last-success is renewed only when nothing but findings \
      kept the run from ending with 0. docs/run.md tells the whole story.
      """,
    examples: [
      Example("pushledger run logs/", "everything, into pushledger-out/current"),
      Example("pushledger run --quiet --wait 600", "for cron: says something only when something is wrong"),
      Example("pushledger run --dry-run", "which files it would read from where, and what it would write"),
    ], table: RunCommandOptions.table, defaults: RunCommandOptions()
  ) { options in
    let session = try Session(options.common)
    var request = options.request
    request.sources = WordBytes.ofThisProgram.bytes(of: options.paths).map { ImportSource($0) }
    request.keep = options.keep?.value
    request.maxRejects = options.maxRejects?.value
    request.wait = options.wait?.value
    let plan = try RunPlan(request, in: session)
    guard !options.isDry else {
      let steps = try RunForecast(plan, in: session).steps()
      try DescriptorWriter.standardOutput.write(
        steps.map { "\($0.verb.padded(to: 8))\($0.what)\n" }.joined())
      return .done
    }
    Interrupt.listen()
    let display = ProgressDisplay(isShown: !options.common.quiet)
    var run = Run(plan, in: session) { ExitCode($0).rawValue }
    run.onProgress = display.update
    func publish() -> WorkingLine { options.common.working("judging and publishing") }
    var publishing = plan.importsNothing ? publish() : nil
    run.onImport = { summary in
      display.clear()
      try ImportMessages(summary: summary, limit: plan.maxRejects, language: session.language)
        .tell(json: false, options.common)
      publishing = publish()
    }
    let (entry, report) = try run.perform()
    publishing?.end()
    try tell(entry, report, of: plan, options, session.language)
    return ExitCode(rawValue: entry.exitCode) ?? .bug
  }

  /// Says what was found: with `--quiet` only what the exit code speaks of.
  private static func tell(
    _ entry: RunEntry, _ report: CheckReport, of plan: RunPlan, _ options: RunCommandOptions,
    _ language: Language
  ) throws {
    let isQuiet = options.common.quiet
    if !isQuiet {
      let path = "\(plan.output)/generations/\(entry.generation ?? "")".escapedForTerminal()
      let told = SpokenLines.published(path, isNew: entry.isNew)
      try DescriptorWriter.standardError.write(told.told(in: language) + "\n")
    }
    if options.json { return try DescriptorWriter.standardOutput.write(entry.line.span) }
    guard !isQuiet || plan.failOn.counted(CheckState(report.findings)) != .ok else { return }
    let shown = report.limited(to: isQuiet ? .warning : .info)
    let terminal = Terminal.current(allowsColor: !options.common.noColor)
    let text = FindingsText(
      width: terminal.outputIsTerminal ? terminal.width : 80, usesColor: terminal.usesColor,
      hidden: report.findings.count - shown.findings.count, language: language)
    try DescriptorWriter.standardOutput.write(text.text(of: shown))
  }
}

/// The options of `run`; what is not among them stands in the configuration.
struct RunCommandOptions: Sendable {
  var common = CommonOptions()
  var paths: [String] = []
  /// Without the sources and what has a type of its own here.
  var request = RunRequest()
  var keep: KeptGenerations?
  var maxRejects: Share?
  var wait: Seconds?
  var isDry = false
  var json = false

  static let table: [Option<Self>] =
    [
      .rest(\.paths, placeholder: "PATH", help: "logs or folders; otherwise those of run.logs"),
      .flag(\.request.importsNothing, "--no-import", help: "take the ledger as it is"),
      .value(
        \.request.output, "--output", "-o", placeholder: "DIR", help: "the folder that everything goes into"),
      .repeated(
        \.request.reports, "--report", placeholder: "NAME", help: "a report to render; may be repeated"
      )
      .completing(.reports),
      .repeated(
        \.request.dataSets, "--data-set", placeholder: "NAME", help: "a data set to write; may be repeated"
      )
      .completing(.dataSets),
      .value(
        \.request.since, "--since", placeholder: "T",
        help: "data sets hold deliveries from here on, such as last-90d"
      ),
      .value(
        \.request.asOf, "--as-of", placeholder: "T",
        help: "\"now\" for every judgement; otherwise the newest event that is not after the clock"),
      .flag(
        \.request.snapshot, "--snapshot",
        help: "a snapshot for dashboards, snapshot.db, is part of the output"),
      .value(\.keep, "--keep", placeholder: "N", help: "how many generations are kept; 14 unless set"),
      .value(
        \.request.failOn, "--fail-on", placeholder: "LIMIT",
        help: "findings from this severity on make the exit code other than 0"),
      .flag(
        \.request.onlyNews, "--new",
        help: "the exit code and what is printed are of findings that the last generation does not tell of"),
      .value(
        \.maxRejects, "--max-rejects", placeholder: "SHARE",
        help: "share of a file's lines, from 0 to 1, that may be refused before the exit code is 65"),
      .flag(\.maxRejects, meaning: 0, "--strict", help: "the same as --max-rejects 0"),
      .value(
        \.request.backups, "--backups", placeholder: "DIR",
        help: "a folder that gets a backup of the ledger, too"),
      .value(\.wait, "--wait", placeholder: "SECONDS", help: "how long to wait for another run to finish"),
      .flag(\.isDry, "--dry-run", help: "say what would be read and written, and change nothing"),
      .flag(\.json, "--json", help: "the line of run.log on standard output, and nothing else there"),
    ] + CommonOptions.table.nested(at: \.common)
}

/// How many generations are kept.
struct KeptGenerations: ArgumentValue {
  let value: Int

  init?(argument: String) {
    guard let value = Int(argument), value >= 1 else { return nil }
    self.value = value
  }

  static let expectation: Phrase = "a whole number from 1 on"
}
