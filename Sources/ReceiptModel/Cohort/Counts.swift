/// One number for each `Count`.
package struct Counts: Sendable {
  /// As many as a `CountSet` has bits.
  private var values = InlineArray<32, Int>(repeating: 0)

  package init() {}

  package subscript(_ count: Count) -> Int {
    get { values[count.rawValue] }
    set { values[count.rawValue] = newValue }
  }

  // A ledger that somebody changed may hold any number, which makes sums wrong, but must not trap.

  package mutating func add(_ other: borrowing Counts) {
    for index in values.indices { values[index] &+= other.values[index] }
  }

  /// Takes away what was added.
  package mutating func subtract(_ other: Counts) {
    for index in values.indices { values[index] &-= other.values[index] }
  }

  /// Adds `factor` to each counter of a set.
  package mutating func add(_ set: CountSet, times factor: Int) { set.forEach { values[$0] += factor } }

  /// By the raw value of a counter.
  subscript(place count: Int) -> Int {
    get { values[count] }
    set { values[count] = newValue }
  }

  /// The counters that are not 0.
  var nonZero: CountSet {
    var bits: UInt32 = 0
    for place in values.indices { bits |= (values[place] == 0 ? 0 : 1) &<< UInt32(place) }
    return CountSet(bits: bits)
  }

  package var isZero: Bool { values.indices.allSatisfy { values[$0] == 0 } }

  /// `ack_timeout` as a whole.
  package var ackTimeout: Int { self[.timeoutLate] + self[.timeoutLost] + self[.timeoutSilent] }
}
