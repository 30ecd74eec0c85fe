package import Prose

/// How sure a verdict is.
package enum Certainty: Int, Comparable, CaseIterable, Sendable {
  /// The log does not say.
  case undecided
  /// The best explanation of what the log holds; others remain.
  case likely
  /// No other history of the device leaves the same lines: it says no more than what events in the ledger say, which may
  /// lack any line, and whose clocks may disagree.
  case proven

  package var name: String {
    switch self {
    case .undecided: "undecided"
    case .likely: "likely"
    case .proven: "proven"
    }
  }

  /// The name, for people.
  package var phrase: Phrase {
    switch self {
    case .undecided: "undecided"
    case .likely: "likely"
    case .proven: "proven"
    }
  }

  package static func < (left: Certainty, right: Certainty) -> Bool { left.rawValue < right.rawValue }
}
