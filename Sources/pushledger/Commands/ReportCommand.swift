import CommandLineKit
import Ledger
import ReceiptModel
import Reporting

/// What `report` is told on its command line.
struct ReportOptions: Sendable {
  var common = CommonOptions()
  var window = WindowOptions()
  var names: [String] = []
  var output: String?
  var format = ReportFormat.markdown
  var reports: String?
  var queries: String?
  var list = false
  var publish = false
  var wait = 0
  var clock: String?

  static let table: [Option<Self>] =
    [
      .rest(\.names, placeholder: "NAME", help: "reports to render; daily when none is named")
        .completing(.reports),
      .value(
        \.output, "--output", "-o", placeholder: "PATH",
        help: "a file, or a folder that gets a file for each report; otherwise standard output"),
      .value(\.format, "--format", placeholder: "FORMAT", help: "how to render"),
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
      .flag(\.list, "--list", help: "the reports there are"),
    ] + WindowOptions.table.nested(at: \.window, section: "Window")
    + CommonOptions.table.nested(at: \.common)
}

extension Command {
  static let report = Command(
    "report", summary: "render reports as Markdown", group: .see,
    discussion: """
      Without a window the daily report is about the last day whose receipts have had time to come in. The same ledger, \
      configuration and --as-of give the same bytes.

      With --publish the numbers of its days are remembered in the ledger; a report with a later --as-of then lists the \
      days whose numbers have changed since, by how much and why. A report by itself writes nothing into the ledger.
      """,
    examples: [
      Example("pushledger report daily", "the last complete day"),
      Example("pushledger report --since 2026-09-14 --until 2026-09-21 --tz Asia/Shanghai", "a week"),
      Example("pushledger report --output report.md", "into a file, which is replaced as a whole"),
      Example("pushledger report daily --publish --output daily.md", "and remember what it says"),
      Example("pushledger report --format slack", "what a chat's webhook takes"),
    ], table: ReportOptions.table, defaults: ReportOptions()
  ) { options in
    let session = try Session(options.common)
    let templates = try ReportLibrary(folder: options.reports ?? session.configuration.reportsFolder)
    if options.list {
      try DescriptorWriter.standardOutput.write(templates.names.map { $0 + "\n" }.joined())
      return .done
    }
    let store = try session.openLedger()
    let lock = try StoreLock.held(for: session.databasePath, waiting: options.wait, if: options.publish)
    let reports = try ReportRun(session: session, options: options, templates: templates).reports(from: store)
    try write(reports, options)
    if options.publish { try ReportRun.publish(reports.map(\.publication), beside: store) }
    _ = consume lock
    return .done
  }

  private static func write(_ pages: [ReportRun.Report], _ options: ReportOptions) throws {
    guard let output = options.output else {
      for page in pages { try DescriptorWriter.standardOutput.write(page.bytes.span) }
      return
    }
    if OutputFile.isFolder(output) {
      var folder = try StagedFolder(output)
      for page in pages { try folder.write(page.bytes, to: "\(page.name).\(options.format.fileExtension)") }
      try folder.publish()
    } else {
      try OutputFile.replace(output, with: pages.flatMap(\.bytes))
    }
  }
}
