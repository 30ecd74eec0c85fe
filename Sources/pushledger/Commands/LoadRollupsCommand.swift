import CommandLineKit
import Files
import Ledger
package import Loading
import Operations
package import Prose
import ReceiptModel

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var paths: [String] = []
    var remove: DayRange?
    var maxRejects: RejectLimit?
    var wait: Seconds = 0
    var json = false

    static let table: [Option<Self>] =
      [
        .rest(\.paths, placeholder: "DIR", help: "folders that runs of an engine wrote"),
        .value(
          \.remove, "--remove", placeholder: "DAYS",
          help: "load nothing; take away the loaded sums of a day, or of FIRST..LAST"),
        .value(
          \.maxRejects, "--max-rejects", placeholder: "LIMIT",
          help: "lines that may be missing from the sums: a number, or a share such as 0.5%; 1% unless given"),
        .value(\.wait, "--wait", placeholder: "SECONDS", help: "how long to wait for another run to finish"),
        .flag(\.json, "--json", help: "what was done as JSON"),
      ] + CommonOptions.table.nested(at: \.common)
  }

  static let loadRollups = Command(
    "load-rollups", summary: "take in sums that an engine of many machines counted", group: .load,
    discussion: """
      A folder is read, judged and taken in as a whole or not at all. From then on its sums answer for its days: what \
      was imported of deliveries sent in them stays in the ledger and counts nowhere, so nothing is counted twice. \
      Loading the same days again replaces what was loaded before. For loaded days there are sums, totals of flags and \
      samples of flagged deliveries; single pushes are known only where their log was imported.

      Exit codes: 65 for a folder that is not complete, contradicts itself, lacks too many lines, or shares hours with \
      another load; 66 for one that is not there; 78 for sums that were counted by another configuration. In all these \
      cases nothing of it is in the ledger.
      """,
    examples: [
      Example("pushledger load-rollups run-2026-09-20", "the sums of a run"),
      Example("pushledger load-rollups --tz Asia/Shanghai runs/*", "several runs, of days in another zone"),
      Example(
        "pushledger load-rollups --remove 2026-09-01..2026-09-07", "count what was imported of them again"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let session = try Session(options.common)
    let account = LoadAccount(json: options.json, quiet: options.common.quiet, in: session.zone)
    if options.remove != nil {
      guard options.paths.isEmpty, options.maxRejects == nil else {
        throw Failure.usage("--remove stands alone", advice: "it loads nothing")
      }
      // Not with the configuration's judgements: what was counted by others is what has to go then.
      _ = try LedgerReader.openForReading(session.databasePath)
    } else if options.paths.isEmpty {
      throw Failure.usage("which folder?", advice: "name what a run of an engine wrote, or --remove DAYS")
    }
    Interrupt.listen()
    if let days = options.remove {
      let line = options.common.working("removing")
      try session.withWritableLedger(waiting: options.wait.value) {
        let removed = try $0.removeLoads(in: days.span(in: session.zone))
        line.end()
        try account.tellRemoved(removed)
      }
    } else {
      let line = options.common.working("loading")
      try RollupLoad(in: session, mostRejects: options.maxRejects ?? .usual).load(
        options.paths, waiting: options.wait.value
      ) {
        line.end()
        try account.tell($0)
      }
    }
    return Interrupt.isRequested ? .interrupted : .done
  }
}

extension LoadAccount {
  init(json: Bool, quiet: Bool, in zone: ReportZone) {
    self.init(json ? .json : quiet ? .nothing : .text, in: zone)
  }

  func tell(_ loads: [CompletedLoad]) throws {
    try DescriptorWriter.standardOutput.write(bytes(of: loads).span)
  }

  fileprivate func tellRemoved(_ days: [Range<Int64>]) throws {
    try DescriptorWriter.standardOutput.write(bytes(ofRemoved: days).span)
  }
}

extension RejectLimit: ArgumentValue {
  package init?(argument: String) { self.init(argument) }

  package static let expectation: Phrase = "a number of lines, or a share of them such as 0.5%"
}
