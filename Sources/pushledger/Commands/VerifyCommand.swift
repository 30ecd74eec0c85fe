import CommandLineKit
import Files
import JSONWriting
import Ledger
import Libraries
import Operations
import Prose
import Publishing
import ReceiptModel
import Reporting

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var fingerprint = false
    var json = false
    var report: String?
    var reports: String?
    var queries: String?

    static let table: [Option<Self>] =
      [
        .rest(
          \.report, placeholder: "REPORT",
          help: "a report file to render again and compare; otherwise the ledger is verified"
        )
        .completing(.files),
        .flag(\.fingerprint, "--fingerprint", help: "print only the digest of what the ledger knows"),
        .flag(\.json, "--json", help: "what was found as JSON"),
        .value(
          \.reports, "--reports", placeholder: "DIR",
          help: "the folder of templates that REPORT was made with"
        ),
        .value(
          \.queries, "--queries", placeholder: "DIR", help: "the folder of queries that REPORT was made with"),
      ] + CommonOptions.table.nested(at: \.common)
  }

  static let verify = Command(
    "verify", summary: "compute everything again and compare", group: .watch,
    discussion: """
      Recomputes every sum from the set of events and compares it with what is stored; exit code 70 and one line for \
      each difference. With --fingerprint it prints a digest that is equal for equal sets of events, whatever order or \
      files they came in.

      With a REPORT it renders that again by the command it carries and compares every byte. Exit code 70 when the \
      ledger, the configuration and the template are the same and the report is not; 65 when one of them has changed \
      since, or when the file carries no such command. Nothing in the file is run.
      """,
    examples: [
      Example("pushledger verify", "check the ledger"),
      Example("pushledger verify --fingerprint", "compare two ledgers"),
      Example("pushledger verify report.md", "is this report what the ledger says?"),
    ], table: Options.table, defaults: Options()
  ) { options in
    guard let report = options.report else { return try verifyLedger(options) }
    guard !options.fingerprint else { throw Failure.usage("--fingerprint and a REPORT exclude each other") }
    let outcome = try compare(report, options)
    if options.json {
      try write([
        ("verdict", .text(outcome.verdict.told())),
        ("differences", .list(outcome.differences.map { .text($0) })),
      ])
      return outcome.kind.map(ExitCode.init) ?? .done
    }
    guard let kind = outcome.kind else {
      if !options.common.quiet {
        let language = try Session(options.common).language
        try DescriptorWriter.standardOutput.write(outcome.verdict.told(in: language) + "\n")
      }
      return .done
    }
    try DescriptorWriter.standardOutput.write(outcome.differences.map { $0 + "\n" }.joined())
    throw Failure(kind, "\(report.escapedForTerminal()): \(outcome.verdict)")
  }

  /// Renders what the file's command asks for, from the ledger and configuration that `verify` was told.
  ///
  /// The command is split into words by our own reader and parsed by the option table of `report`; options that name
  /// places or write anything are not taken from it.
  private static func compare(_ path: String, _ options: Options) throws -> ReportVerification.Outcome {
    let file = try ReportVerification(path: path, toolVersion: PushLedger.version)
    for word in file.provenance.words where word.hasPrefix("-") {
      let option = String(word.prefix { $0 != "=" })
      guard !ReportCommandLine.known.contains(option) else { continue }
      throw file.unusable(
        "its command has '\(option.escapedForTerminal())', which pushledger writes into no report", nil)
    }
    var wanted: ReportOptions
    do throws(Failure) {
      wanted = try ReportOptions.table.parse(file.provenance.words, into: ReportOptions())
    } catch {
      throw file.unusable("its command cannot be read: \(error.message)", nil)
    }
    try refusePlaces(wanted, options, file)
    guard wanted.names.count == 1, wanted.window.asOf != nil, let zone = wanted.common.timeZone else {
      throw file.unusable("its command names no report, --as-of and --tz", nil)
    }
    let language = wanted.common.language ?? .english
    wanted.common = options.common
    wanted.common.language = language
    wanted.common.timeZone = zone
    wanted.reports = options.reports
    wanted.queries = options.queries
    let session = try Session(wanted.common)
    let templates = try ReportLibrary(folder: options.reports ?? session.configuration.reportsFolder)
    let format = ReportFormat(asked: wanted.format, output: nil)
    let reports = try options.common.showing("reporting") {
      try session.reports(
        wanted.requests(from: templates), from: session.openLedger(), as: format, wanted)
    }
    return file.compare(with: reports[0], as: ReportFiles(format: format, language: session.language))
  }

  /// Refuses places that `verify` was not told itself.
  private static func refusePlaces(
    _ wanted: ReportOptions, _ options: Options, _ file: ReportVerification
  ) throws(Failure) {
    let places: [(String, String?, String?)] = [
      ("--config", wanted.common.configuration, options.common.configuration),
      ("--reports", wanted.reports, options.reports), ("--queries", wanted.queries, options.queries),
    ]
    for (option, theirs, ours) in places where theirs != ours {
      let value = theirs.map { " \($0.escapedForTerminal())" } ?? ""
      throw file.unusable(
        theirs == nil ? "it was made without \(option)" : "it was made with \(option)\(value)",
        theirs == nil ? "leave \(option) out" : "give verify the same \(option), if you trust what is there")
    }
  }

  private static func write(_ members: [(String, JSONTree)]) throws {
    try DescriptorWriter.standardOutput.write(JSONTree.object(members).bytes.span)
  }

  private static func verifyLedger(_ options: Options) throws -> ExitCode {
    let store = try Session(options.common).openLedger()
    if options.fingerprint {
      let digest = try options.common.showing("reading") { try store.fingerprint() }
      if options.json {
        try write([("fingerprint", .text(digest))])
      } else {
        try DescriptorWriter.standardOutput.write(digest + "\n")
      }
      return .done
    }
    let problems = try options.common.showing("verifying") { try store.verify() }
    if options.json {
      try write([("agrees", .bool(problems.isEmpty)), ("problems", .list(problems.map { .text("\($0)") }))])
      return problems.isEmpty ? .done : .inconsistent
    }
    for problem in problems { try DescriptorWriter.standardError.write("pushledger verify: \(problem)\n") }
    if problems.isEmpty, !options.common.quiet {
      try DescriptorWriter.standardOutput.write("the ledger agrees with its events\n")
    }
    return problems.isEmpty ? .done : .inconsistent
  }
}
