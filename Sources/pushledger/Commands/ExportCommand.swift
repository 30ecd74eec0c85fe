import CommandLineKit
import Files
import Ledger
import Operations
import Prose
import Publishing
import ReceiptModel
import Reporting

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var window = WindowOptions()
    var names: [String] = []
    var output: String?
    var sqlite: String?
    var parquet: String?
    var excel = false
    var flags = FlagList.telling

    static let table: [Option<Self>] =
      [
        .rest(\.names, placeholder: "NAME", help: "data sets to write; all when none is named")
          .completing(.dataSets),
        .value(
          \.output, "--output", "-o", placeholder: "DIR",
          help:
            "the folder of the CSV files, made when it is not there; export, unless another output is named"),
        .value(
          \.sqlite, "--sqlite", placeholder: "FILE",
          help:
            "write a snapshot for dashboards, and FILE's metadata for Datasette; with --output CSV files, too"
        ),
        .value(
          \.parquet, "--parquet", placeholder: "DIR",
          help: """
            write the data sets, deliveries and events as Parquet into a folder that is not there yet, by DuckDB's \
            command line
            """),
        .flag(
          \.excel, "--excel",
          help:
            "for spreadsheets: byte order mark, CRLF, and an apostrophe before text they would change or run"),
        .value(
          \.flags, "--flags", placeholder: "WHICH",
          help: """
            which flagged deliveries to list; all: also ack_timeout with detail silent, which may be a third of all \
            deliveries; none: no flags.csv and an empty table, so that no device id leaves the ledger
            """
        ),
      ] + WindowOptions.table.nested(at: \.window, section: "Window")
      + CommonOptions.table.nested(at: \.common)
  }

  static let export = Command(
    "export", summary: "write CSV data sets and a manifest, a snapshot for dashboards, or Parquet",
    group: .see,
    discussion: """
      Data sets: \(DataSetKind.names.joined(separator: ", ")). The files, datapackage.json and manifest.json are replaced \
      together. A snapshot is one SQLite file with these as tables; whoever reads it while it is replaced goes on reading the \
      earlier one. Parquet is for DuckDB, pandas, Polars and Spark: a folder for each table, parted by \
      the day of the cohort; NAME is then also deliveries or events.
      """,
    examples: [
      Example("pushledger export --output csv", "all data sets"),
      Example("pushledger export daily --since last-7d --tz Asia/Shanghai", "one, of the last week"),
      Example("pushledger export --sqlite push.db", "a snapshot for Grafana, Datasette or Metabase"),
      Example(
        "pushledger export --parquet parquet-2026-09-21", "everything, also row by row, for a column store"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let folder = options.output ?? (options.sqlite == nil && options.parquet == nil ? "export" : nil)
    let (rows, kinds) = try chosen(options.names)
    guard folder == nil || options.names.isEmpty || rows.isEmpty else {
      throw Failure.usage(
        "\(rows[0].rawValue) has no CSV file",
        advice: "write it with --parquet, or print it with query --format csv")
    }
    guard folder != nil || options.parquet != nil || options.names.isEmpty, folder != nil || !options.excel
    else {
      throw Failure.usage(
        "NAME and --excel are about CSV files, which --sqlite alone does not write",
        advice: "name their folder with --output to get both")
    }
    guard options.flags != .none || !options.names.contains(DataSetKind.flags.rawValue) else {
      throw Failure.usage("the data set flags and --flags none exclude each other")
    }
    let place = try options.sqlite.map(SnapshotPlace.init)
    // Ended at once, it would leave a folder that is not whole. The second signal ends it so.
    if options.parquet != nil { Interrupt.listen() }
    let session = try Session(options.common)
    let view = try session.view(options.window, of: session.openLedger())
    let wanted = kinds.filter { $0 != .flags || options.flags != .none }
    let includesSilentFlags = options.flags == .all
    if let folder {
      let files = try options.common.showing("exporting") {
        try view.writeFiles(
          wanted, into: folder, as: options.excel ? .excel : .standard,
          includesSilentFlags: includesSilentFlags)
      }
      if options.flags == .none { try ExportedFlags(folder: folder).remove() }
      try options.common.tellWritten(files, into: folder, in: session)
    }
    if let place {
      try options.common.showing("exporting") { try place.write(view.snapshot(flags: options.flags)) }
      try options.common.tellWritten([place.path, place.metadataPath], in: session)
    }
    if let parquet = options.parquet {
      try options.common.showing("exporting") {
        try ParquetExport(view, session).write(
          rows, wanted, includesSilentFlags: includesSilentFlags, into: parquet)
      }
      try options.common.tellWritten([parquet], in: session)
    }
    if !options.common.quiet, let limit = try view.basis().summedDays.limitOfExport {
      try DescriptorWriter.standardError.write(limit.told(in: session.language) + "\n")
    }
    return .done
  }
  /// What is written row by row, and the data sets; everything where no name is given.
  private static func chosen(_ names: [String]) throws -> (rows: [ExportedRows], kinds: [DataSetKind]) {
    guard !names.isEmpty else { return (ExportedRows.allCases, DataSetKind.allCases) }
    let kinds = names.filter { ExportedRows(rawValue: $0) == nil }
    return (ExportedRows.allCases.filter { names.contains($0.rawValue) }, try DataSetKind.named(kinds))
  }
}
