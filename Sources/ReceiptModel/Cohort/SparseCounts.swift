/// The counters of which some are not 0, for cells that are kept by the hundred thousand: most have a handful.
struct SparseCounts: Sendable {
  private let set: CountSet
  /// Of the counters in `set`, in their order.
  private var values: [Int] = []

  init(_ counts: Counts) {
    set = counts.nonZero
    values.reserveCapacity(set.bits.nonzeroBitCount)
    set.forEach { values.append(counts[place: $0]) }
  }

  var counts: Counts {
    var counts = Counts()
    var next = 0
    set.forEach { place in
      counts[place: place] = values[next]
      next += 1
    }
    return counts
  }
}
