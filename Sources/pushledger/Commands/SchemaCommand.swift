import CommandLineKit
import Files
import Prose
import Publishing
import ReceiptModel
import Reporting

extension Command {
  private struct Options: Sendable {
    enum Subject: Sendable {
      case views, metrics, functions, csv, sqlite
    }

    var common = CommonOptions()
    var name: String?
    var subject = Subject.views
    var format = TableFormat.table

    static let table: [Option<Self>] =
      [
        .rest(\.name, placeholder: "VIEW", help: "only this view, data set or table").completing(.views),
        .flag(\.subject, meaning: .metrics, "--metrics", help: "every rate and counter with its definition"),
        .flag(
          \.subject, meaning: .functions, "--functions",
          help: "what queries may call beside SQLite's functions"),
        .flag(
          \.subject, meaning: .csv, "--csv", help: "the data sets that export writes, in place of the views"),
        .flag(
          \.subject, meaning: .sqlite, "--sqlite",
          help: "the tables of a snapshot that export --sqlite writes, in place of the views"),
        .value(\.format, "--format", "-f", placeholder: "FORMAT", help: "how to print"),
        .flag(\.format, meaning: .json, "--json", help: "the same as --format json"),
      ] + CommonOptions.table.nested(at: \.common)
  }

  static let schema = Command(
    "schema", summary: "every public view and column, with unit and meaning", group: .learn,
    discussion: """
      What SQL can rely on, here and in anything else that reads the file. Times are whole milliseconds since 1970 in UTC, \
      NULL when not seen. What is not listed is private and may change.
      """,
    examples: [
      Example("pushledger schema", "every view"),
      Example("pushledger schema deliveries", "one view"),
      Example("pushledger schema --metrics", "how each rate is defined"),
      Example("pushledger schema --functions", "functions for queries"),
      Example("pushledger schema --csv daily", "the columns of daily.csv"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let bytes: [UInt8] =
      switch options.subject {
      case .metrics: try metrics(options)
      case .functions: try functions(options)
      case .views: try columns(of: DescribedTable.views, called: "view", options)
      case .csv: try columns(of: DescribedTable.dataSets, called: "data set", options)
      case .sqlite: try columns(of: DescribedTable.snapshot, called: "table", options)
      }
    try DescriptorWriter.standardOutput.write(bytes.span)
    return .done
  }

  private static func columns(of tables: [DescribedTable], called kind: String, _ options: Options)
    throws(Failure) -> [UInt8]
  {
    var tables = tables
    if let name = options.name {
      let names = tables.map(\.name)
      tables.removeAll { $0.name != name }
      guard !tables.isEmpty else {
        throw Failure.usage(
          noneIsCalled(name.escapedForTerminal(), options.subject),
          advice: Suggestion.nearest(to: name, in: names) ?? "there are \(names.joined(separator: ", "))")
      }
    }
    return sections(
      tables.map { ("\($0.name): \($0.row)", "`\($0.name)`: \($0.row)", SchemaTables.columns(of: $0)) },
      options.format) ?? options.format.bytes(of: SchemaTables.columns(of: tables, called: kind))
  }

  private static func noneIsCalled(_ name: String, _ subject: Options.Subject) -> Phrase {
    switch subject {
    case .csv: "no data set is called '\(name)'"
    case .sqlite: "no table is called '\(name)'"
    case .views, .metrics, .functions: "no view is called '\(name)'"
    }
  }

  private static func metrics(_ options: Options) throws(Failure) -> [UInt8] {
    guard options.name == nil else { throw Failure.usage("--metrics and a VIEW exclude each other") }
    return sections(
      [("rates", "Rates", SchemaTables.metrics), ("counters", "Counters", SchemaTables.counters)],
      options.format) ?? options.format.bytes(of: SchemaTables.dictionary)
  }

  private static func functions(_ options: Options) throws(Failure) -> [UInt8] {
    guard options.name == nil else { throw Failure.usage("--functions and a VIEW exclude each other") }
    return options.format.bytes(of: SchemaTables.functions)
  }

  /// Tables under headings, in the formats that people read; `nil` in the others.
  private static func sections(
    _ sections: [(plain: String, markdown: String, table: ResultTable)], _ format: TableFormat
  ) -> [UInt8]? {
    guard format == .table || format == .markdown else { return nil }
    return Array(
      sections.map { section in
        let heading = format == .markdown ? "## \(section.markdown)\n\n" : "\(section.plain)\n\n"
        return Array(heading.utf8) + format.bytes(of: section.table)
      }.joined(separator: Array("\n".utf8)))
  }
}
