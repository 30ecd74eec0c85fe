/// What became of a delivery that is told under another name.
///
/// Stored: never renumber.
package enum LinkState: Int, CaseIterable, Sendable {
  case joined, ambiguous, unknown

  package var name: String {
    switch self {
    case .joined: "joined"
    case .ambiguous: "ambiguous"
    case .unknown: "unknown"
    }
  }
}
