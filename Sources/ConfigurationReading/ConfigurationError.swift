package import CommandLineKit

/// The configuration cannot be used.
///
/// Messages name keys and files, never a value out of the file: it may be one that nobody should see.
package struct ConfigurationError: ProgramError, Equatable {
  package let message: String
  package let advice: String?
  package let exitCode: ExitCode

  package init(_ message: String, advice: String? = nil, exitCode: ExitCode = .configuration) {
    self.message = message
    self.advice = advice
    self.exitCode = exitCode
  }
}
