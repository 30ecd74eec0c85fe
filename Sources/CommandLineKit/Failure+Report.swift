package import Prose

extension Failure {
  package var exitCode: ExitCode { ExitCode(kind) }

  /// The message as it goes to standard error, for example
  /// `pushledger: unknown command 'imprt'; did you mean 'import'?`.
  ///
  /// - Parameter prefix: the program, and the command where one is known.
  package func report(prefix: String, in language: Language = .english) -> String {
    let words: Phrase = advice.map { "\(message); \($0)" } ?? message
    return "\(prefix): \(words.told(in: language))\n"
  }
}

extension ExitCode {
  /// How the program ends because of a failure.
  package init(_ kind: Failure.Kind) {
    self =
      switch kind {
      case .bug: .bug
      case .usage: .usage
      case .inputUnusable: .inputUnusable
      case .inputMissing: .inputMissing
      case .unavailable: .unavailable
      case .inconsistent: .inconsistent
      case .cannotWrite: .cannotWrite
      case .ioError: .ioError
      case .busy: .busy
      case .permission: .permission
      case .configuration: .configuration
      case .interrupted: .interrupted
      }
  }
}
