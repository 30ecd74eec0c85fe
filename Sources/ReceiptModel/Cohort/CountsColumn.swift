/// The counters of many cells, of each those that are not 0: a message to one device has hardly any others.
struct CountsColumn: Sendable {
  /// Which counters a cell has, and where in `values` they begin.
  private var cells: [(counts: CountSet, start: Int)] = []
  private var values: [Int] = []

  mutating func append(_ counts: Counts) {
    let own = counts.nonZero
    cells.append((own, values.count))
    own.forEach { values.append(counts[place: $0]) }
  }

  subscript(place: Int) -> Counts {
    var counts = Counts()
    var next = cells[place].start
    cells[place].counts.forEach { count in
      counts[place: count] = values[next]
      next += 1
    }
    return counts
  }
}
