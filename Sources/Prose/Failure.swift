/// What went wrong, in words for whoever runs the program, and of which kind it is.
///
/// Errors of layers that know their own cases become one before they are told, in the language of whoever reads it.
package struct Failure: Error, Equatable {
  package enum Kind: CaseIterable, Sendable {
    /// Something nobody foresaw: a bug.
    case bug
    /// What was asked for cannot be followed.
    case usage
    case inputUnusable, inputMissing
    /// A limit was reached, or a program that is needed is missing or failed.
    case unavailable
    /// An invariant of the ledger does not hold.
    case inconsistent
    case cannotWrite
    /// A device gave an error, or is full.
    case ioError
    /// Another run holds the lock.
    case busy
    case permission, configuration, interrupted
  }

  package let kind: Kind
  /// What went wrong and where, without a full stop; text from outside is already escaped.
  package let message: Phrase
  /// What to do next, or `nil` when the message says enough.
  package let advice: Phrase?

  package init(_ kind: Kind, _ message: Phrase, advice: Phrase? = nil) {
    self.kind = kind
    self.message = message
    self.advice = advice
  }

  /// What was asked for cannot be followed.
  package static func usage(_ message: Phrase, advice: Phrase? = nil) -> Failure {
    Failure(.usage, message, advice: advice)
  }
}
