import CommandLineKit
import Files
import Ledger
import Libraries
import Operations
import Prose
import Publishing
import ReceiptModel
import Reporting
import SQLite
import UserFiles

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var window = WindowOptions()
    var name: String?
    var sql: String?
    var file: String?
    var queries: String?
    var isList = false
    var isExplained = false
    var parameters: [QueryArgument] = []
    var format = TableFormat.table
    var output: String?
    var timeout = TimeLimit(.seconds(30))
    var maxRows = 10_000

    static let table: [Option<Self>] =
      [
        .rest(\.name, placeholder: "NAME", help: "a stored query; --list names them all")
          .completing(.queries),
        .value(\.sql, "--sql", placeholder: "TEXT", help: "run this SELECT instead of a stored query"),
        .value(
          \.file, "--file", placeholder: "PATH", help: "run the SELECT in this file; - is standard input"),
        .flag(\.isList, "--list", "-l", help: "print every stored query with its question and parameters"),
        .flag(
          \.isExplained, "--explain", help: "say in words what would be read and sorted, and ask nothing"),
        .repeated(
          \.parameters, "--param", "-p", placeholder: "NAME=VALUE",
          help: "a value for a parameter such as :top; whole numbers are numbers, '…' keeps them text"),
        .value(
          \.queries, "--queries", placeholder: "DIR",
          help: "a folder of .sql files that stand before the built-in ones"),
        .value(\.format, "--format", "-f", placeholder: "FORMAT", help: "how to print"),
        .flag(\.format, meaning: .json, "--json", help: "the same as --format json"),
        .value(
          \.output, "--output", "-o", placeholder: "PATH", help: "write there instead of standard output"),
        .value(\.timeout, "--timeout", placeholder: "T", help: "stop after this time; otherwise 30s"),
        .value(\.maxRows, "--max-rows", placeholder: "N", help: "stop after so many rows; otherwise 10000"),
      ] + WindowOptions.table.nested(at: \.window, section: "Window")
      + CommonOptions.table.nested(at: \.common)
  }

  static let query = Command(
    "query", summary: "ask the ledger in SQL: a stored question, or your own", group: .see,
    discussion: """
      Runs one SELECT on the public views, which `pushledger schema` explains, with functions of its own beside those of \
      SQLite (`pushledger schema --functions`). It can read and nothing else, and stops with exit code 69 at a limit of \
      time, rows, memory or output.

      --since, --until, --as-of and --app-key are bound to :since, :until, :as_of (milliseconds UTC) and :app_key, the \
      settings openWindow and settle to :open_window_ms and :settle_minutes, and the minutes by which --tz is ahead of \
      UTC at the window's beginning to :utc_offset_minutes. A parameter that is not set is NULL, which every stored \
      query takes as no limit.
      """,
    examples: [
      Example("pushledger query --list", "every stored question with its parameters"),
      Example("pushledger query open-rate --since last-7d --format md", "as a Markdown table"),
      Example("pushledger query messages-ranked --param top=10", "the ten messages that were opened most"),
      Example("pushledger query open-rate --since last-7d --explain", "what that would read"),
      Example(
        #"pushledger query --sql "SELECT kind, sum(events) FROM hourly_events GROUP BY kind ORDER BY 2""#,
        "a question of your own"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let session = try Session(options.common)
    let library = try QueryLibrary(folder: options.queries ?? session.configuration.queriesFolder)
    if options.isList {
      let list = LibraryList(library)
      let bytes = options.format == .table ? Array(list.text.utf8) : options.format.bytes(of: list.table)
      guard let path = options.output else {
        try DescriptorWriter.standardOutput.write(bytes.span)
        return .done
      }
      try OutputFile.replace(path, with: bytes)
      return .done
    }
    let query = try chosen(options, in: library)
    guard options.maxRows > 0 else { throw Failure.usage("--max-rows must be above 0") }
    let clock = TimeWords(zone: session.zone, present: Session.clock)
    let asOf = try clock.instant(options.window.asOf, option: "--as-of")
    if query.sql.lowercased().contains("findings") { try renewFindings(session, asOf: asOf) }
    // Opening it as a ledger first recovers it after a crash, and refuses another program's file.
    let parameters = try values(options, session, asOf: asOf, for: query, in: session.openLedger())
    let gate = try QueryGate(
      ledger: session.databasePath, zone: session.zone,
      limits: QueryLimits(time: options.timeout.duration, rows: options.maxRows))
    let answer = QueryAnswer(to: query, parameters: parameters, as: options.format, zone: session.zone)
    guard !options.isExplained else {
      try DescriptorWriter.standardOutput.write(answer.plan(by: gate))
      return .done
    }
    let line = options.common.working("asking")
    defer { line.end() }
    try answer.write(through: gate, to: options.output, beforePiece: line.end)
    return .done
  }

  /// Brings the view `findings` up to date, and says where it is not of the moment that may be expected.
  private static func renewFindings(_ session: Session, asOf: Instant?) throws {
    let fault: String
    if try !session.renewFindings() {
      fault = "could not be brought up to date, see its column as_of_ms"
    } else if let asOf, try asOf != session.openLedger().moment() {
      fault = "is as of the newest event; 'pushledger check --as-of' judges as of another moment"
    } else {
      return
    }
    try DescriptorWriter.standardError.write("pushledger query: the view findings \(fault)\n")
  }

  /// What a query's parameters are given by the configuration, where it has them.
  ///
  /// - Parameter moment: the zone's offset is that of the day's beginning, as in reports.
  private static func settings(_ session: Session, at moment: Instant) -> [(name: String, value: Int64)] {
    let day = session.zone.start(of: session.zone.day(of: moment))
    return [
      ("open_window_ms", session.configuration.openWindowMilliseconds),
      ("settle_minutes", session.configuration.settleMilliseconds / 60_000),
      ("utc_offset_minutes", session.zone.offset(at: day) / 60),
    ]
  }

  /// The one query that the options name.
  private static func chosen(_ options: Options, in library: QueryLibrary) throws -> StoredQuery {
    switch (options.name, options.sql, options.file) {
    case (let name?, nil, nil): try library.query(named: name)
    case (nil, let sql?, nil): StoredQuery(name: "", sql: sql)
    case (nil, nil, let path?):
      StoredQuery(name: path, sql: try TextFile.read(path, limit: QueryLibrary.largestFile), path: path)
    case (nil, nil, nil):
      throw Failure.usage(
        "nothing to ask", advice: "name a query, see 'pushledger query --list', or give --sql or --file")
    default: throw Failure.usage("a NAME, --sql and --file exclude each other")
    }
  }

  /// What the options bind: the window, the AppKey, and every `--param`, which wins.
  private static func values(
    _ options: Options, _ session: Session, asOf: Instant?, for query: StoredQuery, in store: LedgerReader
  ) throws -> [String: Cell] {
    let window = options.window
    guard window.appKeys.count < 2 else {
      throw Failure.usage("query takes one --app-key", advice: "leave it out for all, or ask once for each")
    }
    let words = TimeWords(zone: session.zone, present: try asOf ?? store.moment() ?? Session.clock)
    let (since, until) = try words.window(since: window.since, until: window.until)
    var values: [String: Cell] = [:]
    values["since"] = since.map { .integer($0.milliseconds) }
    values["until"] = until.map { .integer($0.milliseconds) }
    values["app_key"] = window.appKeys.first.map(Cell.text)
    // It also says what `--since yesterday` means, and is no mistake where the query itself has no use for it.
    if query.sql.contains(":as_of") { values["as_of"] = asOf.map { .integer($0.milliseconds) } }
    for (name, value) in settings(session, at: since ?? words.present) where query.sql.contains(":\(name)") {
      values[name] = .integer(value)
    }
    for parameter in options.parameters { values[parameter.name] = parameter.value }
    return values
  }
}

/// A length of time as an option's value: `30s`, `2m`, or a number of seconds.
struct TimeLimit: Equatable, Sendable, ArgumentValue {
  var duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  init?(argument: String) {
    guard let milliseconds = DurationText.milliseconds(argument) ?? DurationText.milliseconds(argument + "s"),
      milliseconds > 0
    else { return nil }
    duration = .milliseconds(milliseconds)
  }

  static let expectation: Phrase = "a time such as 30s or 2m"
}
