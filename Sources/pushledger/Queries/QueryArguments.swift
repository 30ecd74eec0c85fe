import CommandLineKit
import ReceiptModel

/// A value for a parameter of a query, as typed after `--param`: `top=10`, `channel=apns`.
struct QueryArgument: Equatable, Sendable, ArgumentValue {
  /// Without the colon.
  var name: String
  var value: Cell

  init(name: String, value: Cell) {
    self.name = name
    self.value = value
  }

  /// Reads `name=value`; a whole number is one unless it stands in single quotes, and everything else is text.
  init?(argument: String) {
    // By bytes: an accent after the sign makes it another Character, and values come from logs.
    guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    name = String(argument[..<equals].drop { $0 == ":" })
    guard !name.isEmpty else { return nil }
    value = Cell(typed: String(argument[argument.utf8.index(after: equals)...]))
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
