package import Prose

/// The configuration cannot be used.
///
/// Messages name keys and files, never a value out of the file: it may be one that nobody should see.
package struct ConfigurationError: FailureConvertible, Equatable {
  package let message: Phrase
  package let advice: Phrase?
  package let kind: Failure.Kind

  package init(_ message: Phrase, advice: Phrase? = nil, kind: Failure.Kind = .configuration) {
    self.message = message
    self.advice = advice
    self.kind = kind
  }

  package var failure: Failure { Failure(kind, message, advice: advice) }
}
