import CommandLineKit

/// The configuration cannot be used.
///
/// Messages name keys and files, never a value out of the file: it may be one that nobody should see.
struct ConfigurationError: ProgramError, Equatable {
  let message: String
  let advice: String?
  let exitCode: ExitCode

  init(_ message: String, advice: String? = nil, exitCode: ExitCode = .configuration) {
    self.message = message
    self.advice = advice
    self.exitCode = exitCode
  }
}
