import CommandLineKit
import Diagnosis
import Files
import Ledger
import Operations
import Prose
import Publishing
import ReceiptModel
import Reporting
import UserFiles

extension Command {
  private struct Options: Sendable {
    enum Format: String, CaseIterable, ArgumentValue, Sendable {
      case text, json, markdown, csv, openmetrics, nagios, slack, dingtalk, wecom
    }

    enum LeastSeverity: String, CaseIterable, ArgumentValue, Sendable {
      case info, warning, critical

      var severity: Severity {
        switch self {
        case .info: .info
        case .warning: .warning
        case .critical: .critical
        }
      }
    }

    var common = CommonOptions()
    var window = WindowOptions()
    var format = Format.text
    var failOn = FailureLimit.warning
    var ifFindings = false
    var least = LeastSeverity.info
    var output: String?
    var onlyNews = false
    /// `ack CODE SCOPE`.
    var words: [String] = []
    var reason: String?

    static let table: [Option<Self>] =
      [
        .rest(
          \.words, placeholder: "ack|unack",
          help: """
            ack CODE SCOPE --until T --reason TEXT lets a finding wake nobody until then, unless it gets worse; ack alone \
            lists these, unack CODE SCOPE takes one back
            """
        )
        .completing(.words(["ack", "unack"])),
        .value(\.reason, "--reason", placeholder: "TEXT", help: "with ack: why it may wait"),
        .flag(
          \.onlyNews, "--new",
          help: "only what the day before did not have, or not as bad; the exit code is of these alone"),
        .value(\.format, "--format", "-f", placeholder: "FORMAT", help: "how to print"),
        .flag(\.format, meaning: .json, "--json", help: "the same as --format json"),
        .flag(
          \.format, meaning: .nagios, "--nagios",
          help: "one line with performance data for Nagios and the like, and their exit codes: 0, 1, 2, 3"),
        .value(
          \.failOn, "--fail-on", placeholder: "LIMIT",
          help: """
            findings from this severity on make the exit code other than 0; what cannot be judged counts for critical, \
            too
            """),
        .flag(
          \.ifFindings, "--if-findings",
          help: "print nothing when nothing is at or above the limit of --fail-on, so that cron sends no mail"
        ),
        .value(
          \.least, "--min-severity", placeholder: "SEVERITY",
          help: "leave out findings below this severity; the exit code is still that of all"),
        .value(
          \.output, "--output", "-o", placeholder: "PATH",
          help: "write there instead of standard output; the file is replaced as a whole"),
      ] + WindowOptions.table.nested(at: \.window, section: "Window")
      + CommonOptions.table.nested(at: \.common)
  }

  static let check = Command(
    "check", summary: "print findings; the exit code carries the worst", group: .watch,
    discussion: """
      What is wrong, since when, how sure that is, what else it could be, and what to do. Without a window, check \
      judges the last 24 hours whose receipts have had time to come in, against the two weeks before them.

      Exit codes: 20 when something is critical; else 30 when the data is stale or too thin to judge; else 10 for a \
      warning; else 0. What is resolved or acknowledged does not count. With --fail-on critical a warning ends with 0, with --fail-on never everything does. With \
      --nagios: 2, 3, 1, 0, and 3 for everything that stops the check.
      """,
    examples: [
      Example("pushledger check", "what needs attention now"),
      Example("pushledger check --if-findings --min-severity warning", "for cron: silent while all is well"),
      Example("pushledger check --since yesterday --until today --json", "a day, for programs"),
      Example("pushledger check --format openmetrics --output push.prom", "for a textfile collector"),
      Example(
        "pushledger check --new --if-findings", "for a mail: what is new since the day before, or worse"),
      Example(
        "pushledger check ack extension_silent app_version 3.3.0 --until 2026-10-01 --reason 'fixed in 3.3.1'",
        "it is known"),
      Example("pushledger check --nagios --fail-on critical", "for a monitoring plugin"),
    ], table: Options.table, defaults: Options(),
    exitStatus: { options, code in
      options.format == .nagios ? NagiosLine.status(CheckState(code)) : code.rawValue
    }
  ) { options in
    guard options.format == .nagios else { return try check(options) }
    guard !options.ifFindings else {
      throw Failure.usage(
        "--nagios and --if-findings exclude each other", advice: "a plugin always prints a line")
    }
    do { return try check(options) } catch {
      // To a monitor a check that failed is unknown, and it reads standard output.
      try DescriptorWriter.standardOutput.write(
        NagiosLine.unknown(because: Failure(error).message.told()))
      return .stale
    }
  }

  private static func check(_ options: Options) throws -> ExitCode {
    let session = try Session(options.common)
    if let word = options.words.first {
      guard ["ack", "unack"].contains(word) else {
        throw Failure.usage(
          "check knows no '\(word.escapedForTerminal())'", advice: "write check, check ack or check unack")
      }
      return try AcknowledgementCommand(
        session: session, words: options.words, window: options.window, reason: options.reason,
        common: options.common
      ).run()
    }
    guard options.reason == nil else { throw Failure.usage("--reason goes with 'check ack'") }
    let view = try session.view(options.window, of: session.openLedger())
    let code = try print(view, session, options)
    try session.keepJudgement(of: view)
    return code
  }

  /// Prints what a view found.
  private static func print(_ view: LedgerView, _ session: Session, _ options: Options) throws -> ExitCode {
    let whole = try options.common.showing("judging") {
      try view.checkReport(ledgerOptions: session.ledgerOptions)
    }
    let report = options.onlyNews ? whole.news : whole
    let state = options.failOn.counted(CheckState(report.findings))
    if options.ifFindings, options.failOn.isQuiet(about: CheckState(report.findings)) {
      return state.exitCode
    }
    // A file and a plugin's line are asked for whatever comes out.
    if options.common.quiet, state == .ok, options.output == nil, options.format != .nagios {
      return state.exitCode
    }
    let bytes = Array(try text(of: report, state, options, session.language).utf8)
    if let path = options.output {
      try OutputFile.replace(path, with: bytes)
    } else {
      try DescriptorWriter.standardOutput.write(bytes.span)
    }
    return state.exitCode
  }

  private static func text(
    of report: CheckReport, _ state: CheckState, _ options: Options, _ language: Language
  ) throws -> String {
    let shown = report.limited(to: options.least.severity)
    switch options.format {
    case .text:
      let terminal = Terminal.current(allowsColor: !options.common.noColor && options.output == nil)
      let isShown = terminal.outputIsTerminal && options.output == nil
      return FindingsText(
        width: isShown ? terminal.width : 80, usesColor: terminal.usesColor,
        hidden: report.findings.count - shown.findings.count, language: language
      ).text(of: shown)
    case .json: return FindingsJSON.text(of: shown, in: language)
    case .markdown: return MarkdownPage(language: language).text(of: Page(shown))
    case .csv:
      return try String(
        decoding: DataSet.findings(shown.findings, rows: shown.rows, language: language).csv(), as: UTF8.self)
    case .openmetrics: return CheckMetrics.text(of: shown)
    case .nagios: return NagiosLine.text(of: shown, as: state)
    case .slack: return ChatWriter(.slack, language: language).text(of: Page(chat: shown))
    case .dingtalk: return ChatWriter(.dingTalk, language: language).text(of: Page(chat: shown))
    case .wecom: return ChatWriter(.weCom, language: language).text(of: Page(chat: shown))
    }
  }
}
