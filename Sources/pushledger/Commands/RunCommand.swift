import CommandLineKit
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
    let plan = try RunPlan(options, session)
    guard !options.isDry else {
      try RunForecast(session: session, plan: plan).print()
      return .done
    }
    return try Run(session: session, plan: plan, options: options).perform()
  }
}

/// The options of `run`; what is not among them stands in the configuration.
struct RunCommandOptions: Sendable {
  var common = CommonOptions()
  var paths: [String] = []
  var importsNothing = false
  var output: String?
  var reports: [String] = []
  var dataSets: [String] = []
  var since: String?
  var asOf: String?
  var snapshot = false
  var keep: KeptGenerations?
  var failOn: FailureLimit?
  var maxRejects: Share?
  var backups: String?
  var wait: Seconds?
  var isDry = false
  var json = false

  static let table: [Option<Self>] =
    [
      .rest(\.paths, placeholder: "PATH", help: "logs or folders; otherwise those of run.logs"),
      .flag(\.importsNothing, "--no-import", help: "take the ledger as it is"),
      .value(\.output, "--output", "-o", placeholder: "DIR", help: "the folder that everything goes into"),
      .repeated(\.reports, "--report", placeholder: "NAME", help: "a report to render; may be repeated")
        .completing(.reports),
      .repeated(\.dataSets, "--data-set", placeholder: "NAME", help: "a data set to write; may be repeated")
        .completing(.dataSets),
      .value(
        \.since, "--since", placeholder: "T", help: "data sets hold deliveries from here on, such as last-90d"
      ),
      .value(
        \.asOf, "--as-of", placeholder: "T",
        help: "\"now\" for every judgement; otherwise the newest event that is not after the clock"),
      .flag(\.snapshot, "--snapshot", help: "a snapshot for dashboards, snapshot.db, is part of the output"),
      .value(\.keep, "--keep", placeholder: "N", help: "how many generations are kept; 14 unless set"),
      .value(
        \.failOn, "--fail-on", placeholder: "LIMIT",
        help: "findings from this severity on make the exit code other than 0"),
      .value(
        \.maxRejects, "--max-rejects", placeholder: "SHARE",
        help: "share of a file's lines, from 0 to 1, that may be refused before the exit code is 65"),
      .flag(\.maxRejects, meaning: 0, "--strict", help: "the same as --max-rejects 0"),
      .value(
        \.backups, "--backups", placeholder: "DIR", help: "a folder that gets a backup of the ledger, too"),
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

  static let expectation = "a whole number from 1 on"
}
