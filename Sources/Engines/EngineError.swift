package import Prose

/// Why an engine did not compute the sums, what to do about it, and of what kind it is.
package struct EngineError: Error, Equatable {
  package enum Kind: Sendable {
    /// The options do not go together.
    case usage
    case inputMissing, inputUnusable
    /// Spark or Java is not there, or not of a version that will do.
    case engineMissing
    /// The engine ended without a result, or took too long.
    case engineFailed
    case cannotWrite, diskFull
    /// A device gave an error.
    case deviceFailed
    case interrupted
  }

  package let kind: Kind
  /// What went wrong and where; text from outside is in it as it came.
  package let message: Phrase
  package let advice: Phrase?

  init(_ kind: Kind, _ message: Phrase, advice: Phrase? = nil) {
    self.kind = kind
    self.message = message
    self.advice = advice
  }

  /// The same error, with the place of the engine's log.
  func naming(log: String?) -> EngineError {
    guard let log else { return self }
    let place: Phrase = "the whole log is in \(log)"
    return EngineError(kind, message, advice: advice.map { "\($0); \(place)" } ?? place)
  }
}
