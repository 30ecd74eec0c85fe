import CommandLineKit
import ReceiptModel
import Reporting

/// The command that renders a report again: every option that its bytes depend on, as values and not as words such as
/// `yesterday`, and not where the ledger is.
struct ReportCommandLine {
  let name: String
  let options: ReportOptions
  let view: LedgerView
  /// A present at which the data are as stale as the report says; `nil` when it does not.
  let clock: Instant?

  /// The words after `pushledger`.
  var words: [String] {
    var words = ["report", name]
    if options.format != .markdown { words += ["--format", options.format.rawValue] }
    for (option, value) in [
      ("--since", view.since), ("--until", view.until),
      ("--as-of", Instant(milliseconds: view.scope.asOf)), ("--clock", clock),
    ] {
      if let value { words += [option, view.zone.iso(value)] }
    }
    words += ["--tz", view.zone.name]
    let places = [
      ("--config", options.common.configuration), ("--reports", options.reports),
      ("--queries", options.queries),
    ]
    for (option, value) in view.scope.appKeys.map({ ("--app-key", $0 as String?) }) + places {
      // Attached, what begins with a dash is no option.
      if let value { words += value.hasPrefix("-") ? ["\(option)=\(value)"] : [option, value] }
    }
    return words
  }

  /// The line, ready for a shell; what no command line can say is left out.
  var text: String { (["pushledger"] + words.compactMap(ShellText.word)).joined(separator: " ") }
}
