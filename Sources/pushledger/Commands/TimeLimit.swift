import CommandLineKit
import ReceiptModel

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
