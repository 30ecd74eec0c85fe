package import Prose
package import ReceiptModel

/// What whoever runs a command is told beside its output; `nil` where there is nothing to tell.
extension [SummedDay] {
  /// What an export lacks.
  package var limitOfExport: Phrase? {
    switch count {
    case 0: nil
    case 1: "for 1 day there are only loaded sums: nothing about single messages and deliveries"
    default:
      "for \(figure: "\(count)") days there are only loaded sums: nothing about single messages and deliveries"
    }
  }
}

extension [SummedDay] {
  /// What an explanation of a device leaves out.
  package var limitOfExplanation: Phrase? {
    switch count {
    case 0: nil
    case 1: "of 1 day there are only loaded sums, which say nothing of a single device"
    default: "of \(figure: "\(count)") days there are only loaded sums, which say nothing of a single device"
    }
  }
}

extension UntoldSums {
  /// What an explanation leaves out.
  package var limitOfExplanation: Phrase? {
    switch self {
    case .none, .ofOtherDays: nil
    case .ofItsDays:
      """
      of its day there are loaded sums, which may rest on other logs; told is what was imported, and none of it counts \
      there
      """
    }
  }

  /// What to do about a message of which nothing is known.
  package var adviceOnUnknown: Phrase? {
    switch self {
    case .none: nil
    case .ofOtherDays, .ofItsDays:
      "loaded days have only sums, no single messages; import the log of its day to explain it"
    }
  }
}
