import CommandLineKit
import Ledger
import ReceiptModel

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var view: String?
    var wantsMetrics = false
    var format = ResultFormat.table

    static let table: [Option<Self>] =
      [
        .rest(\.view, placeholder: "VIEW", help: "only this view").completing(.views),
        .flag(\.wantsMetrics, "--metrics", help: "every rate and counter with its definition"),
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
    ], table: Options.table, defaults: Options()
  ) { options in
    guard !options.wantsMetrics || options.view == nil else {
      throw UsageError("--metrics and a VIEW exclude each other")
    }
    let bytes =
      options.wantsMetrics ? metrics(options.format) : views(try chosen(options.view), options.format)
    try DescriptorWriter.standardOutput.write(bytes.span)
    return .done
  }

  private static func chosen(_ name: String?) throws(UsageError) -> [PublicView] {
    guard let name else { return PublicView.all }
    if let view = PublicView.all.first(where: { $0.name == name }) { return [view] }
    let names = PublicView.all.map(\.name)
    throw UsageError(
      "no view is called '\(name.escapedForTerminal())'",
      advice: Suggestion.nearest(to: name, in: names) ?? "there are \(names.joined(separator: ", "))")
  }

  private static func views(_ views: [PublicView], _ format: ResultFormat) -> [UInt8] {
    sections(
      views.map { ("\($0.name): \($0.row)", "`\($0.name)`: \($0.row)", SchemaTables.columns(of: $0)) }, format
    )
      ?? format.bytes(of: SchemaTables.columns(of: views))
  }

  private static func metrics(_ format: ResultFormat) -> [UInt8] {
    sections(
      [("rates", "Rates", SchemaTables.metrics), ("counters", "Counters", SchemaTables.counters)], format)
      ?? format.bytes(of: SchemaTables.dictionary)
  }

  /// Tables under headings, in the formats that people read; `nil` in the others.
  private static func sections(
    _ sections: [(plain: String, markdown: String, table: ResultTable)], _ format: ResultFormat
  ) -> [UInt8]? {
    guard format == .table || format == .md else { return nil }
    return Array(
      sections.map { section in
        let heading = format == .md ? "## \(section.markdown)\n\n" : "\(section.plain)\n\n"
        return Array(heading.utf8) + format.bytes(of: section.table)
      }.joined(separator: Array("\n".utf8)))
  }
}
