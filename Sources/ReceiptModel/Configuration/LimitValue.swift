/// A limit of the diagnosis as the configuration sets it.
package enum LimitValue: Equatable, Sendable {
  /// From 0 to 1.
  case share(Double)
  /// From 1 on.
  case count(Int)
  /// Milliseconds.
  case duration(Int64)

  /// The value as it would be written in the configuration file.
  package var text: String {
    switch self {
    case .share(let share): "\(share)"
    case .count(let count): "\(count)"
    case .duration(let milliseconds): "\"\(DurationText.text(milliseconds))\""
    }
  }
}
