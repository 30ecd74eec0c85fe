import CommandLineKit
import Ledger
import ReceiptModel
import Reporting

extension Command {
  private struct Options: Sendable {
    enum Format: String, CaseIterable, ArgumentValue, Sendable {
      case markdown
    }

    var common = CommonOptions()
    var window = WindowOptions()
    var names: [String] = []
    var output: String?
    var format = Format.markdown
    var reports: String?
    var queries: String?
    var list = false

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
        .flag(\.list, "--list", help: "the reports there are"),
      ] + WindowOptions.table.nested(at: \.window, section: "Window")
      + CommonOptions.table.nested(at: \.common)
  }

  static let report = Command(
    "report", summary: "render reports as Markdown", group: .see,
    discussion: """
      Without a window the daily report is about the last day whose receipts have had time to come in. The same ledger, \
      configuration and --as-of give the same bytes.
      """,
    examples: [
      Example("pushledger report daily", "the last complete day"),
      Example("pushledger report --since 2026-09-14 --until 2026-09-21 --tz Asia/Shanghai", "a week"),
      Example("pushledger report --output report.md", "into a file, which is replaced as a whole"),
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
    let markdown = MarkdownPage(language: session.language)
    var pages: [(name: String, bytes: [UInt8])] = []
    for template in wanted {
      pages.append((template.name, Array(markdown.text(of: try writer.page(template)).utf8)))
    }
    guard let output = options.output else {
      for page in pages { try DescriptorWriter.standardOutput.write(page.bytes.span) }
      return .done
    }
    if OutputFile.isFolder(output) {
      var folder = try StagedFolder(output)
      for page in pages { try folder.write(page.bytes, to: "\(page.name).md") }
      try folder.publish()
    } else {
      try OutputFile.replace(output, with: pages.flatMap(\.bytes))
    }
    return .done
  }
}
