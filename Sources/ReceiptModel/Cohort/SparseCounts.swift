/// The counters of which some are not 0, for cells that are kept by the hundred thousand: most have a handful.
package struct SparseCounts: Sendable {
  private var set = CountSet(bits: 0)
  /// Of the counters in `set`, in their order.
  private var values: [Int] = []

  package init() {}

  init(_ counts: Counts) {
    set = counts.nonZero
    values.reserveCapacity(set.bits.nonzeroBitCount)
    set.forEach { values.append(counts[place: $0]) }
  }

  package var counts: Counts {
    var counts = Counts()
    var next = 0
    set.forEach { place in
      counts[place: place] = values[next]
      next += 1
    }
    return counts
  }

  package mutating func add(_ other: Counts) {
    var sum = other
    if set.bits != 0 { sum.add(counts) }
    self = SparseCounts(sum)
  }

  /// Adds 1 to each counter of a set.
  package mutating func add(_ other: CountSet) {
    guard other.bits & ~set.bits == 0 else {
      var sum = counts
      sum.add(other, times: 1)
      return self = SparseCounts(sum)
    }
    other.forEach { place in values[(set.bits & (1 << UInt32(place) - 1)).nonzeroBitCount] += 1 }
  }
}
