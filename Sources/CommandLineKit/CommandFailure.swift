/// An error of the layers below, told in the program's words and with its exit code.
package struct CommandFailure: ProgramError {
  package let exitCode: ExitCode
  package let message: String
  package let advice: String?

  package init(_ exitCode: ExitCode, _ message: String, advice: String? = nil) {
    self.exitCode = exitCode
    self.message = message
    self.advice = advice
  }
}
