import CommandLineKit
import ReceiptModel

/// A value for a parameter of a query, as typed after `--param`: `top=10`, `channel=apns`.
struct QueryArgument: Equatable, Sendable, ArgumentValue {
  /// Without the colon.
  var name: String
  var value: Cell

  /// Reads `name=value`; a whole number is one unless it stands in single quotes, and everything else is text.
  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "=") else { return nil }
    name = String(argument[..<equals].drop { $0 == ":" })
    guard !name.isEmpty else { return nil }
    let text = argument[argument.index(after: equals)...]
    if let integer = Int64(text), String(integer) == text {
      // Not for 007 or +1: those are somebody's ids.
      value = .integer(integer)
    } else if text.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") {
      value = .text(String(text.dropFirst().dropLast()))
    } else {
      value = .text(String(text))
    }
  }

  static let expectation = "NAME=VALUE"
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

  static let expectation = "a time such as 30s or 2m"
}
