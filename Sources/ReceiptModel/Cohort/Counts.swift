/// One number for each `Count`.
package struct Counts: Sendable {
  /// As many as a `CountSet` has bits.
  private var values = InlineArray<32, Int>(repeating: 0)

  package init() {}

  package subscript(_ count: Count) -> Int {
    get { values[count.rawValue] }
    set { values[count.rawValue] = newValue }
  }

  /// Adds `other` times `factor`; -1 takes it away again.
  package mutating func add(_ other: Counts, times factor: Int = 1) {
    for index in values.indices { values[index] += other.values[index] * factor }
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
    CountSet(bits: values.indices.reduce(0) { $0 | (values[$1] != 0 ? 1 << UInt32($1) : 0) })
  }

  package var isZero: Bool { values.indices.allSatisfy { values[$0] == 0 } }

  /// `ack_timeout` as a whole.
  package var ackTimeout: Int { self[.timeoutLate] + self[.timeoutLost] + self[.timeoutSilent] }
}
