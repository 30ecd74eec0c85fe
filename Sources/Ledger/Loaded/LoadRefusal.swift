package import Prose

/// Why a ledger does not take in what an engine wrote.
///
/// Texts name files, lines, hours and figures, never an id of a message or a device.
package struct LoadRefusal: Error, Equatable, CustomStringConvertible {
  package enum Cause: Sendable {
    /// There is no such folder.
    case missing
    /// The folder is not what an engine leaves at the end of a run.
    case folder
    /// The device gave an error while it was read.
    case device
    /// The engine counted by other rules than the configuration's.
    case settings
    /// The ledger holds something that it cannot stand beside.
    case ledger
  }

  package var cause: Cause
  /// The folder or file.
  package var place: String
  /// Where in the file; `nil` for what is not about a line.
  package var line: Int?
  package var reason: Phrase
  /// What to do next.
  package var remedy: Phrase

  package init(_ cause: Cause, at place: String, line: Int? = nil, _ reason: Phrase, remedy: Phrase) {
    self.cause = cause
    self.place = place
    self.line = line
    self.reason = reason
    self.remedy = remedy
  }

  package var description: String { words.told() }

  /// What is wrong, and where.
  package var words: Phrase {
    line.map { "\(place):\(figure: "\($0)"): \(reason)" } ?? "\(place): \(reason)"
  }
}
