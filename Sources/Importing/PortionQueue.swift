import Synchronization

/// The portions of an import: each worker takes the next one when it is done with its last.
final class PortionQueue: Sendable {
  private let portions: [Portion]
  private let taken = Atomic(0)

  init(_ portions: [Portion]) { self.portions = portions }

  var count: Int { portions.count }

  /// The next portion with its number, or `nil` when there is none.
  func next() -> (number: Int, portion: Portion)? {
    let number = taken.add(1, ordering: .relaxed).oldValue
    return number < portions.count ? (number, portions[number]) : nil
  }
}
