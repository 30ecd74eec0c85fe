package import Ledger
package import Prose

extension LoadRefusal: FailureConvertible {
  package var failure: Failure {
    let kind: Failure.Kind =
      switch cause {
      case .missing: .inputMissing
      case .folder, .ledger: .inputUnusable
      case .device: .ioError
      case .settings: .configuration
      }
    return Failure(
      kind, words.escapedForTerminal(limit: 1000), advice: remedy.escapedForTerminal(limit: 400))
  }
}

extension LoadedSumsError: FailureConvertible {
  package var failure: Failure {
    let words = words.escapedForTerminal(limit: 600)
    return switch self {
    case .partOfHour: .usage(words)
    case .otherSettings: Failure(.configuration, words)
    case .inNoLog:
      .usage(words, advice: "remove them with load-rollups --remove, and load them again afterwards")
    }
  }
}
