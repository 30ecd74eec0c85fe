import Libraries
import Prose
import ReceiptModel
import Reporting

/// The command that renders a report again: every option that its bytes depend on, as values and not as words such as
/// `yesterday`, and not where the ledger is.
package struct ReportCommandLine {
  let request: ReportRequest
  let format: ReportFormat
  let sources: ReportSources
  let view: LedgerView
  /// A present at which the data are as stale as the report says; `nil` when it does not.
  let clock: Instant?

  /// The line, ready for a shell; an option whose value no command line can say is left out.
  var text: String {
    (["pushledger", "report", ShellText.word(request.name) ?? ""] + options(of: values)).joined(
      separator: " ")
  }

  /// The options with what they are given; those that are not are `nil`.
  private var values: [(option: String, value: String?)] {
    let times = [
      ("--since", view.since), ("--until", view.until),
      ("--as-of", Instant(milliseconds: view.scope.asOf)), ("--clock", clock),
    ]
    return [("--format", format == .markdown ? nil : format.rawValue)]
      + parameters.map { ("--param", $0) }
      + [("--lang", view.language.tag)]
      + times.map { ($0, $1.map(view.zone.iso)) } + [("--tz", view.zone.name)]
      + view.scope.appKeys.map { ("--app-key", $0) }
      + [
        ("--config", sources.configuration), ("--reports", sources.reports), ("--queries", sources.queries),
      ]
  }

  /// What the report's parameters were given, as it is typed.
  private var parameters: [String?] {
    request.parameters.sorted { $0.key < $1.key }.map { name, value in
      let argument = QueryArgument(name: name, value: value)
      // Where only text counts, digits need no quotes.
      return ReportRequest.texts.contains(name) ? "\(name)=\(argument.text)" : argument.typed
    }
  }

  private func options(of values: [(option: String, value: String?)]) -> [String] {
    values.flatMap { option, value -> [String] in
      guard let value, let word = ShellText.word(value) else { return [] }
      // An attached value that begins with a dash is no option.
      return value.hasPrefix("-") ? ["\(option)=\(word)"] : [option, word]
    }
  }

  /// The options that such a line may have; no other is taken from a file.
  package static let known: Set<String> = [
    "--format", "--lang", "--param", "--since", "--until", "--as-of", "--clock", "--tz", "--app-key",
    "--config",
    "--reports",
    "--queries",
  ]
}
