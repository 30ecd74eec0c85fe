import CommandLineKit
import Files
import JSONWriting
import Ledger
import Operations
import Prose
import Publishing
import ReceiptModel
import Reporting

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var json = false

    static let table: [Option<Self>] =
      [.flag(\.json, "--json", help: "the overview as JSON")] + CommonOptions.table.nested(at: \.common)
  }

  static let status = Command(
    "status", summary: "what the ledger holds: range, freshness, files, counts", group: .see,
    examples: [
      Example("pushledger status", "an overview"),
      Example("pushledger status --json", "the same for programs"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let session = try Session(options.common)
    let store = try session.openLedger()
    try store.beginSnapshot()
    let tables = StatusTables(
      status: try store.status(), asOf: try store.moment(), zone: session.zone, language: session.language)
    let out = DescriptorWriter.standardOutput
    if options.json {
      try out.write(tables.json.bytes.span)
    } else {
      let isPseudonymous = try store.pseudonymMark() != nil
      let lines =
        [SpokenLines.ledger(session.databasePath.escapedForTerminal())]
        + (isPseudonymous ? [SpokenLines.pseudonyms] : [])
      try out.write(lines.map { $0.told(in: session.language) + "\n" }.joined() + "\n")
      try out.write(TableFormat.table.bytes(of: tables.overview).span)
      try out.write("\n\(SpokenLines.newestEvents.told(in: session.language))\n\n")
      try out.write(TableFormat.table.bytes(of: tables.freshness).span)
    }
    return .done
  }
}

/// A ledger's overview as tables.
struct StatusTables {
  let status: LedgerStatus
  let asOf: Instant?
  let zone: ReportZone
  /// Of the tables; what programs read is the same in every language.
  let language: Language

  private var times: [(String, Instant?)] {
    [
      ("first_event", status.firstEvent.map(Instant.init(milliseconds:))),
      ("last_event", status.lastEvent.map(Instant.init(milliseconds:))), ("as_of", asOf),
      ("pruned_before", status.prunedBefore.map(Instant.init(milliseconds:))),
    ]
  }

  /// A row for each figure.
  var overview: ResultTable {
    ResultTable(
      columns: [ResultColumn(title("figure")), ResultColumn(title("value"))],
      rows: status.figures.map { [.text(title($0.name)), .integer(Int64($0.count))] }
        + times.map { [.text(title($0.0)), cell($0.1)] })
  }

  /// What stands for the name that programs go by.
  private func title(_ name: String) -> String { Phrase(.term(name)).plain(in: language) }

  /// A list of one object that holds every figure and, as `newest`, the freshness: for programs.
  var json: JSONTree {
    func time(_ instant: Instant?) -> JSONTree { instant.map { .text(zone.iso($0)) } ?? .null }
    let newest = status.freshness.map {
      JSONTree.object([
        ("app_key", .text($0.appKey)), ("kind", .text($0.kind)),
        ("newest", time(Instant(milliseconds: $0.newest))), ("events", .integer(Int64($0.events))),
      ])
    }
    return .list([
      .object(
        status.figures.map { ($0.name, .integer(Int64($0.count))) } + times.map { ($0.0, time($0.1)) }
          + [("newest", .list(newest))])
    ])
  }

  var freshness: ResultTable {
    ResultTable(
      columns: [
        ResultColumn(title("app_key"), .identifier), ResultColumn(title("kind")),
        ResultColumn(title("newest")),
        ResultColumn(title("events"), .integer),
      ],
      rows: status.freshness.map {
        [
          .text($0.appKey), .text($0.kind), cell(Instant(milliseconds: $0.newest)),
          .integer(Int64($0.events)),
        ]
      })
  }

  private func cell(_ instant: Instant?) -> Cell { instant.map { .text(zone.iso($0)) } ?? .null }
}
