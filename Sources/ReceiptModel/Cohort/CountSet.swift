/// The counters that one delivery adds 1 to: a bit for each `Count`.
package struct CountSet: Equatable, Sendable {
  @usableFromInline var bits: UInt32 = 0

  package init() {}

  @inlinable
  package mutating func insert(_ count: Count) { insert(count, if: true) }

  /// Inserts a counter under a condition, without a branch.
  @inlinable
  package mutating func insert(_ count: Count, if condition: Bool) {
    bits |= (condition ? 1 : 0) << UInt32(count.rawValue)
  }

  package func contains(_ count: Count) -> Bool { bits >> UInt32(count.rawValue) & 1 == 1 }
}
