import CommandLineKit
import Ledger
import ReceiptModel
import Reporting

extension Command {
  private struct Options: Sendable {
    enum FlagList: String, CaseIterable, ArgumentValue, Sendable {
      case telling, all
    }

    var common = CommonOptions()
    var window = WindowOptions()
    var names: [String] = []
    var output = "export"
    var excel = false
    var flags = FlagList.telling

    static let table: [Option<Self>] =
      [
        .rest(\.names, placeholder: "NAME", help: "data sets to write; all when none is named")
          .completing(.dataSets),
        .value(\.output, "--output", "-o", placeholder: "DIR", help: "the folder; made when it is not there"),
        .flag(\.excel, "--excel", help: "for spreadsheets: byte order mark, CRLF, formulas made harmless"),
        .value(
          \.flags, "--flags", placeholder: "WHICH",
          help:
            "all also lists ack_timeout with detail silent in flags.csv, which may be a third of all deliveries"
        ),
      ] + WindowOptions.table.nested(at: \.window, section: "Window")
      + CommonOptions.table.nested(at: \.common)
  }

  static let export = Command(
    "export", summary: "write CSV data sets and a manifest", group: .see,
    discussion:
      "Data sets: \(DataSet.names.joined(separator: ", ")). The files and manifest.json are replaced together.",
    examples: [
      Example("pushledger export --output csv", "all data sets"),
      Example("pushledger export daily --since last-7d --tz Asia/Shanghai", "one, of the last week"),
    ], table: Options.table, defaults: Options()
  ) { options in
    for name in options.names where !DataSet.names.contains(name) {
      throw UsageError(
        "unknown data set '\(name.escapedForTerminal())'",
        advice: Suggestion.nearest(to: name, in: DataSet.names)
          ?? "there are \(DataSet.names.joined(separator: ", "))")
    }
    let session = try Session(options.common)
    let store = try session.openLedger()
    let view = try session.view(options.window, of: store)
    let wanted = DataSet.names.filter { options.names.isEmpty || options.names.contains($0) }
    var folder = try StagedFolder(options.output)
    var files: [Manifest.File] = []
    for name in wanted {
      let dataSet = try view.dataSet(name, includesSilentFlags: options.flags == .all)
      let bytes = dataSet.csv(options.excel ? .excel : .standard)
      try folder.write(bytes, to: "\(name).csv")
      files.append(Manifest.File(name: "\(name).csv", dataSet: dataSet, content: bytes))
    }
    let manifest = Manifest(
      toolVersion: PushLedger.version, asOf: Instant(milliseconds: view.scope.asOf), zone: session.zone,
      since: view.since, until: view.until, files: files)
    try folder.write(manifest.json, to: "manifest.json")
    try folder.publish()
    return .done
  }
}
