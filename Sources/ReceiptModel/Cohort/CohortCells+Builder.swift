extension CohortCells {
  /// Cells being added up, in any order; of each key, those of one day after the other take no search.
  ///
  /// Keys are numbers from 0 that the caller gives, and names in the end.
  package struct Builder {
    /// The counters that are kept.
    private let counters: [Count]
    /// Of each key the day that is being added up, or -1, and the sums of that day: one for each of `counters`.
    private var openDays: [Int32] = []
    private var sums: [Int] = []
    private var openLatencies: [Int: LatencyHistogram] = [:]
    /// Sums of a key and a day that came before another of the same key.
    private(set) var closed: [(key: Int32, day: Int32)] = []
    /// Of each key the latest day that was closed, or -1.
    private var latestDays: [Int32] = []
    /// Whether a day may have been closed twice: its key had a later one before, or the same.
    private var hasReturned = false
    private var counts = CountsColumn()
    private var latencies: [Int: LatencyHistogram] = [:]
    /// How many may be closed before those of one key and day are added up.
    private var closedAtMost: Int

    /// - Parameters:
    ///   - counters: in their order.
    ///   - closedAtMost: so many sums are kept beside those of each key and day, or as many as these.
    package init(counters: [Count], closedAtMost: Int = 1 << 16) {
      self.closedAtMost = closedAtMost
      let order = counters.map(\.rawValue)
      precondition(zip(order, order.dropFirst()).allSatisfy { $0 < $1 }, "counters stand in their order")
      self.counters = counters
    }

    package mutating func add(_ counts: Counts, key: Int, day: Int) {
      add(counters.map { counts[$0] }, key: key, day: day)
    }

    /// - Parameter values: one for each of the counters.
    package mutating func add(_ values: [Int], key: Int, day: Int) {
      open(key, day)
      let start = key * counters.count
      for place in values.indices { sums[start + place] += values[place] }
    }

    package mutating func add(_ counts: CountSet, key: Int, day: Int) {
      open(key, day)
      let start = key * counters.count
      for (place, count) in counters.enumerated() where counts.contains(count) { sums[start + place] += 1 }
    }

    package mutating func add(_ latencies: LatencyHistogram, key: Int, day: Int) {
      open(key, day)
      openLatencies[key, default: LatencyHistogram()].add(latencies)
    }

    package mutating func add(bucket: Int, count: Int = 1, key: Int, day: Int) {
      open(key, day)
      openLatencies[key, default: LatencyHistogram()].add(bucket: bucket, count: count)
    }

    /// Makes a day the one of a key that is added up.
    private mutating func open(_ key: Int, _ day: Int) {
      while openDays.count <= key {
        openDays.append(-1)
        latestDays.append(-1)
        sums.append(contentsOf: repeatElement(0, count: counters.count))
      }
      guard openDays[key] != day else { return }
      close(key)
      openDays[key] = Int32(day)
    }

    private mutating func close(_ key: Int) {
      guard openDays[key] >= 0 else { return }
      let own = key * counters.count..<(key + 1) * counters.count
      counts.append(counters, sums, from: own.lowerBound)
      for place in own { sums[place] = 0 }
      if let histogram = openLatencies.removeValue(forKey: key) { latencies[closed.count] = histogram }
      closed.append((Int32(key), openDays[key]))
      if openDays[key] <= latestDays[key] { hasReturned = true }
      latestDays[key] = Swift.max(latestDays[key], openDays[key])
      openDays[key] = -1
      if hasReturned, closed.count >= closedAtMost {
        addUpClosed()
        closedAtMost = Swift.max(closedAtMost, 2 * closed.count)
      }
    }

    /// Makes one of all that were closed of a key and day: deliveries in the order of devices go from one day to another
    /// and back.
    private mutating func addUpClosed() {
      let order = closed.indices.sorted {
        (closed[$0].key, closed[$0].day) < (closed[$1].key, closed[$1].day)
      }
      let (parts, partCounts, partLatencies) = (closed, counts, latencies)
      (closed, counts, latencies) = ([], CountsColumn(), [:])
      hasReturned = false
      var next = order.startIndex
      while next < order.endIndex {
        let cell = parts[order[next]]
        let own = order[next...].prefix { parts[$0] == cell }
        if own.count == 1 {
          counts.append(order[next], of: partCounts)
        } else {
          counts.append(own.reduce(into: Counts()) { partCounts.add($1, to: &$0) })
        }
        let histograms = own.compactMap { partLatencies[$0] }
        if !histograms.isEmpty {
          latencies[closed.count] = histograms.reduce(into: LatencyHistogram()) { $0.add($1) }
        }
        closed.append(cell)
        next = own.endIndex
      }
    }

    /// - Parameters:
    ///   - keys: those of all numbers.
    ///   - names: in the order of their bytes, each once.
    package consuming func cells(named keys: [Key], _ names: [String], partCount: Int) -> CohortCells {
      for key in openDays.indices { close(key) }
      let (places, ends) = placesByKey(keys.count)
      func own(_ key: Int) -> ArraySlice<Int32> { places[(key == 0 ? 0 : ends[key - 1])..<ends[key]] }
      let order = keys.indices.filter { !own($0).isEmpty }.sorted { keys[$0] < keys[$1] }
      var cells = CohortCells(names: names, keys: order.map { keys[$0] }, partCount: partCount)
      cells.reserve(closed.count, of: counts)
      for key in order { append(inOrder(own(key)), to: &cells) }
      return cells
    }

    /// Only what was counted again from deliveries comes later than its day.
    private func inOrder(_ places: ArraySlice<Int32>) -> ArraySlice<Int32> {
      guard hasReturned else { return places }
      return places.sorted { closed[Int($0)].day < closed[Int($1)].day }[...]
    }

    /// The places in `closed`, those of a key beside each other, and where those of each key end.
    private func placesByKey(_ count: Int) -> (places: [Int32], ends: [Int]) {
      var ends = Array(repeating: 0, count: count + 1)
      for cell in closed { ends[Int(cell.key) + 1] += 1 }
      for key in 0..<count { ends[key + 1] += ends[key] }
      var places = Array(repeating: Int32(0), count: closed.count)
      for (place, cell) in closed.enumerated() {
        places[ends[Int(cell.key)]] = Int32(place)
        ends[Int(cell.key)] += 1
      }
      return (places, ends)
    }

    /// Adds the days of a key, those of one day together.
    private func append(_ places: ArraySlice<Int32>, to cells: inout CohortCells) {
      var next = places.startIndex
      while next < places.endIndex {
        let day = closed[Int(places[next])].day
        let own = places[next...].prefix { closed[Int($0)].day == day }
        cells.append(day, own, of: counts, latencies(of: own))
        next = own.endIndex
      }
      cells.endSeries()
    }

    /// What was told of some cells' latencies, if anything.
    private func latencies(of places: ArraySlice<Int32>) -> LatencyHistogram? {
      guard !latencies.isEmpty else { return nil }
      let own = places.compactMap { latencies[Int($0)] }
      return own.isEmpty ? nil : own.reduce(into: LatencyHistogram()) { $0.add($1) }
    }
  }
}
