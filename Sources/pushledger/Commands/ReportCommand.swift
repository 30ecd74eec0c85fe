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
    var parameters: [QueryArgument] = []

    static let table: [Option<Self>] =
      [
        .rest(\.names, placeholder: "NAME", help: "reports to render; daily when none is named")
          .completing(.reports),
        .value(
          \.output, "--output", "-o", placeholder: "PATH",
          help: "a file, or a folder that gets a file for each report; otherwise standard output"),
        .value(\.format, "--format", placeholder: "FORMAT", help: "how to render"),
        .repeated(
          \.parameters, "--param", "-p", placeholder: "NAME=VALUE",
          help: "a value for a parameter of the report; whole numbers are numbers, '…' keeps them text"),
        .value(
          \.reports, "--reports", placeholder: "DIR",
          help: "a folder whose templates stand before the built-in ones of the same name"),
        .value(
          \.queries, "--queries", placeholder: "DIR",
          help: "a folder whose queries stand before the built-in ones of the same name"),
        .flag(\.list, "--list", "-l", help: "print every report with its summary and parameters"),
      ] + WindowOptions.table.nested(at: \.window, section: "Window")
      + CommonOptions.table.nested(at: \.common)
  }

  static let report = Command(
    "report", summary: "render reports as Markdown or JSON", group: .see,
    discussion: """
      Without a window the daily report is about the last day whose receipts have had time to come in, the weekly one \
      about the last seven; the report on a message is about the days on which it was sent. The same ledger, \
      configuration and --as-of give the same bytes.

      A report is a text file: copy one, change it, and name its folder with --reports. A mistake in it ends with exit \
      code 65, its file and line, before anything is written.
      """,
    examples: [
      Example("pushledger report daily", "the last complete day"),
      Example("pushledger report weekly --tz Asia/Shanghai", "the last seven complete days"),
      Example("pushledger report message --param message=10913718868641234", "one message"),
      Example("pushledger report app --app-key 333526247 --format json", "one AppKey, for programs"),
      Example("pushledger report --output report.md", "into a file, which is replaced as a whole"),
      Example("pushledger report --output report.html", "one page with pictures, to open, mail or print"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let session = try Session(options.common)
    let templates = try ReportLibrary(folder: options.reports ?? session.configuration.reportsFolder)
    if options.list {
      let list = ReportList(library: templates)
      let bytes = options.format == .json ? ResultFormat.json.bytes(of: list.table) : Array(list.text.utf8)
      try DescriptorWriter.standardOutput.write(bytes.span)
      return .done
    }
    let names = options.names.isEmpty ? ["daily"] : options.names
    let requests = try ReportRequest.all(
      try names.map { try templates.template(named: $0) }, options.parameters,
      appKeys: options.window.appKeys)
    let queries = try QueryLibrary(folder: options.queries ?? session.configuration.queriesFolder)
    let store = try session.openLedger()
    let writer = ReportWriter(
      session: session, view: try session.view(options.window, of: store), window: options.window,
      queries: queries)
    // First everything is gathered: the limit on memory for queries is not meant for that.
    let inputs = try requests.map(writer.input)
    var pages: [(name: String, bytes: [UInt8])] = []
    for (request, input) in zip(requests, inputs) {
      let report = try writer.render(request, input)
      pages.append((request.name, options.format.bytes(of: report, input, name: request.name)))
    }
    guard let output = options.output else {
      for page in pages { try DescriptorWriter.standardOutput.write(page.bytes.span) }
      return .done
    }
    if OutputFile.isFolder(output) {
      var folder = try StagedFolder(output)
      for page in pages { try folder.write(page.bytes, to: "\(page.name).\(options.format.ending)") }
      try folder.publish()
    } else {
      try OutputFile.replace(output, with: pages.flatMap(\.bytes))
    }
    return .done
  }
}
