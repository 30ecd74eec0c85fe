import CommandLineKit
import Ledger
import ReceiptModel
import Reporting

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var window = WindowOptions()
    var names: [String] = []
    var output: String?
    var format: PageFormat?
    var reports: String?
    var queries: String?
    var list = false

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
          \.format, "--format", placeholder: "FORMAT",
          help: "how to render; an output that ends in .html is html"),
        .value(
          \.reports, "--reports", placeholder: "DIR",
          help: "a folder whose templates stand before the built-in ones of the same name"),
        .value(
          \.queries, "--queries", placeholder: "DIR",
          help: "a folder whose queries stand before the built-in ones of the same name"),
        .flag(\.list, "--list", help: "the reports there are"),
      ] + WindowOptions.table.nested(at: \.window, section: "Window")
      + CommonOptions.table.nested(at: \.common)
  }

  static let report = Command(
    "report", summary: "render reports as Markdown or HTML", group: .see,
    discussion: """
      Without a window the daily report is about the last day whose receipts have had time to come in. The same ledger, \
      configuration and --as-of give the same bytes.
      """,
    examples: [
      Example("pushledger report daily", "the last complete day"),
      Example("pushledger report --since 2026-09-14 --until 2026-09-21 --tz Asia/Shanghai", "a week"),
      Example("pushledger report --output report.md", "into a file, which is replaced as a whole"),
      Example("pushledger report --output report.html", "one page with pictures, to open, mail or print"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let session = try Session(options.common)
    let templates = try ReportLibrary(folder: options.reports ?? session.configuration.reportsFolder)
    if options.list {
      try DescriptorWriter.standardOutput.write(templates.names.map { $0 + "\n" }.joined())
      return .done
    }
    let names = options.names.isEmpty ? ["daily"] : options.names
    let wanted = try names.map { try templates.template(named: $0) }
    let queries = try QueryLibrary(folder: options.queries ?? session.configuration.queriesFolder)
    let store = try session.openLedger()
    let writer = ReportWriter(
      session: session, view: try session.view(options.window, of: store), window: options.window,
      queries: queries)
    let pages = try wanted.map { (name: $0.name, page: try writer.page($0)) }
    try ReportOutput(path: options.output, format: options.format).write(pages)
    return .done
  }
}
