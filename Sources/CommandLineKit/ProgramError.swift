/// An error that knows how to be told to the user and how the program ends because of it.
package protocol ProgramError: Error {
  var exitCode: ExitCode { get }
  /// What went wrong and where, without a full stop. Text from outside is already escaped.
  var message: String { get }
  /// What to do next, or `nil` when the message says enough.
  var advice: String? { get }
}

extension ProgramError {
  /// The message as it goes to standard error, for example
  /// `pushledger: unknown command 'imprt'; did you mean 'import'?`.
  ///
  /// - Parameter prefix: the program, and the command where one is known.
  package func report(prefix: String) -> String {
    guard let advice else { return "\(prefix): \(message)\n" }
    return "\(prefix): \(message); \(advice)\n"
  }
}

/// The command line cannot be followed.
package struct UsageError: ProgramError, Equatable {
  package let message: String
  package let advice: String?

  package init(_ message: String, advice: String? = nil) {
    self.message = message
    self.advice = advice
  }

  package var exitCode: ExitCode { .usage }
}
