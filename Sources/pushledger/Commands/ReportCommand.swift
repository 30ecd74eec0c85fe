import CommandLineKit
import Files
import Ledger
import Libraries
import Operations
import Prose
import Publishing
import ReceiptModel
import Reporting

/// What `report` is told on its command line.
struct ReportOptions: Sendable {
  var common = CommonOptions()
  var window = WindowOptions()
  var names: [String] = []
  var output: String?
  var format: ReportFormat?
  var reports: String?
  var queries: String?
  var list = false
  var parameters: [QueryArgument] = []
  var publish = false
  var wait: Seconds = 0
  var clock: String?

  static let table: [Option<Self>] =
    [
      .rest(\.names, placeholder: "NAME", help: "reports to render; daily when none is named")
        .completing(.reports),
      .value(
        \.output, "--output", "-o", placeholder: "PATH",
        help: """
          a file, or a folder that gets a file for each report; pictures of Markdown are put beside it. Otherwise \
          standard output
          """),
      .value(
        \.format, "--format", "-f", placeholder: "FORMAT",
        help: "how to render; an output that ends in .html is html, one in .json json"),
      .repeated(
        \.parameters, "--param", "-p", placeholder: "NAME=VALUE",
        help: "a value for a parameter of the report; whole numbers are numbers, '…' keeps them text"),
      .value(
        \.reports, "--reports", placeholder: "DIR",
        help: "a folder whose templates stand before the built-in ones of the same name"),
      .value(
        \.queries, "--queries", placeholder: "DIR",
        help: "a folder whose queries stand before the built-in ones of the same name"),
      .flag(
        \.publish, "--publish",
        help: "remember the numbers in the ledger, so that later reports tell which have changed and why"),
      .value(
        \.wait, "--wait", placeholder: "SECONDS",
        help: "how long --publish waits for another run that holds the lock"),
      .value(
        \.clock, "--clock", placeholder: "T",
        help: "the present that freshness is compared with; otherwise the clock, and nothing with --as-of"),
      .flag(\.list, "--list", "-l", help: "print every report with its summary and parameters"),
    ] + WindowOptions.table.nested(at: \.window, section: "Window")
    + CommonOptions.table.nested(at: \.common)
}

extension Command {
  static let report = Command(
    "report", summary: "render reports as Markdown, HTML or JSON", group: .see,
    discussion: """
      Without a window the daily report is about the last day whose receipts have had time to come in, the weekly one \
      about the last seven, the monthly one about the last month that is over; the reports on a message or a campaign \
      are about the days on which it was sent. The same ledger, configuration and --as-of give the same bytes.

      A report is a text file: copy one, change it, and name its folder with --reports. A mistake in it ends with exit \
      code 65, its file and line, before anything is written.

      With --publish the numbers of its days are remembered in the ledger; a report with a later --as-of then lists \
      the days whose numbers have changed since, by how much and why. A report by itself writes nothing into the \
      ledger, unless the configuration judges differently from the one before: then the sums are computed anew, as by \
      any command.
      """,
    examples: [
      Example("pushledger report daily", "the last complete day"),
      Example("pushledger report weekly --tz Asia/Shanghai", "the last seven complete days"),
      Example("pushledger report message --param message=10913718868641234", "one message"),
      Example("pushledger report campaign --param job=autumn-promo", "one campaign, by its job_key"),
      Example("pushledger report app --app-key 333526247 --format json", "one AppKey, for programs"),
      Example("pushledger report --output report.html", "one page with pictures, to open, mail or print"),
      Example("pushledger report daily --publish --output daily.md", "and remember what it says"),
      Example("pushledger report --format slack", "what a chat's webhook takes"),
    ], table: ReportOptions.table, defaults: ReportOptions()
  ) { options in
    let session = try Session(options.common)
    let templates = try ReportLibrary(folder: options.reports ?? session.configuration.reportsFolder)
    if options.list {
      let list = LibraryList(templates)
      let bytes = options.format == .json ? TableFormat.json.bytes(of: list.table) : Array(list.text.utf8)
      try DescriptorWriter.standardOutput.write(bytes.span)
      return .done
    }
    // A mistake in a template is told before a ledger is looked for.
    let requests = try options.requests(from: templates)
    let store = try session.openLedger()
    try store.requireKnown(requests, options.window.appKeys)
    let lock = try StoreLock.held(for: session.databasePath, waiting: options.wait.value, if: options.publish)
    let format = ReportFormat(asked: options.format, output: options.output)
    let reports = try options.common.showing("reporting") {
      try session.reports(requests, from: store, as: format, options)
    }
    let files = ReportFiles(format: format, language: session.language)
    if let path = options.output, path != "-" {
      try options.common.tellWritten(ReportOutput(path: path, files: files).write(reports), in: session)
    } else {
      try DescriptorWriter.standardOutput.write(files.bytes(of: reports).span)
    }
    if options.publish {
      try ReportWriter.publish(reports.map(\.publication), beside: store) { Interrupt.isRequested }
    }
    _ = consume lock
    return .done
  }
}

extension ReportOptions {
  /// The reports that are asked for, before a ledger is opened.
  ///
  /// - Throws: `Failure` of kind `usage`; `Failure` for a mistake in a template.
  func requests(from templates: ReportLibrary) throws -> [ReportRequest] {
    try ReportRequest.all(
      try (names.isEmpty ? ["daily"] : names).map { try templates.template(named: $0) }, parameters,
      appKeys: window.appKeys)
  }
}

extension Session {
  /// Renders reports from a ledger, which is left in a snapshot, in which everything was read.
  func reports(
    _ requests: [ReportRequest], from store: LedgerReader, as format: ReportFormat, _ options: ReportOptions
  ) throws -> [WrittenReport] {
    let sources = ReportSources(
      configuration: options.common.configuration, reports: options.reports, queries: options.queries)
    return try ReportWriter(view(options.window, of: store, clock: options.clock), sources: sources)
      .reports(requests, as: format)
  }
}

extension LedgerReader {
  /// Refuses a report about what the ledger has never heard of: "no data" would look like a quiet day.
  ///
  /// - Throws: `Failure` of kind `inputMissing`.
  fileprivate func requireKnown(_ requests: [ReportRequest], _ wanted: [String]) throws {
    let known = wanted.isEmpty ? [] : try knownAppKeys()
    if let unknown = wanted.first(where: { !known.contains($0) }) {
      throw Failure.notHeld(
        "the AppKey '\(unknown.escapedForTerminal())'",
        Suggestion.nearest(to: unknown, in: known)?.escapedForTerminal()
          ?? "`pushledger status` lists those that it holds")
    }
    for case .text(let message)? in requests.map({ $0.parameters[ReportRequest.message] }) {
      guard try holds(message: message) else { throw try Failure.notHeld(message: message, in: self) }
    }
    for job in requests.compactMap(\.job) where try !holds(job: job) {
      throw Failure.notHeld(
        "a push of the job '\(job.escapedForTerminal(limit: 200))'",
        try Suggestion.nearest(to: job, in: jobs())?.escapedForTerminal(limit: 200)
          ?? "`pushledger query --sql 'SELECT app_key, job_key, sent FROM campaigns'` lists those that it holds"
      )
    }
  }
}

extension StoreLock {
  /// The lock of a ledger when it is needed, else nothing.
  fileprivate static func held(for path: String, waiting seconds: Int, if isNeeded: Bool) throws(LedgerError)
    -> StoreLock?
  {
    guard isNeeded else { return nil }
    return try StoreLock(for: path, waiting: seconds)
  }
}
