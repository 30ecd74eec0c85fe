extension CohortCells {
  /// Any cells, those of one key together.
  package init(_ cells: some Sequence<CohortCell>) {
    let cells = Array(cells).sorted { $0.key.precedes(ofAnyDay: $1.key) }
    let partCount = cells.map(\.key.parts.count).max() ?? 0
    let texts = Set(cells.flatMap { [$0.key.appKey] + $0.key.parts }.map { Array($0.utf8) } + [[]])
    let names = texts.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    let named = CohortCells(names: names, keys: [], partCount: partCount)
    var keys: [Key] = []
    var builder = Builder(counters: Count.allCases)
    for cell in cells {
      let places = ([cell.key.appKey] + cell.key.parts + ["", ""]).map { named.place(of: $0) ?? 0 }
      let key = Key(app: places[0], first: places[1], second: places[2])
      if keys.last != key { keys.append(key) }
      builder.add(cell.counts, key: keys.count - 1, day: cell.key.day)
      if !cell.latencies.counts.isEmpty {
        builder.add(cell.latencies, key: keys.count - 1, day: cell.key.day)
      }
    }
    self = builder.cells(named: keys, names, partCount: partCount)
  }

  /// The cells of all days of a key as one of day 0, without latencies.
  package func summedOverDays() -> CohortCells {
    // Of one day they are what they have to be.
    if days.count == keys.count, days.allSatisfy({ $0 == 0 }), latencies.isEmpty { return self }
    return summed(withLatencies: false) { _ in 0 }
  }

  /// The cells of stretches of days, such as hours, as one for each day.
  ///
  /// - Parameter day: that of the sum, by that of a cell; cells for which it is `nil` are left out.
  package func summed(withLatencies: Bool, toDay day: (Int) -> Int?) -> CohortCells {
    let days = (0..<(days.max().map { Int($0) + 1 } ?? 0)).map(day)
    var builder = Builder(counters: Count.allCases)
    for key in keys.indices {
      for place in places(ofKey: key) {
        guard let day = days[self.day(at: place)] else { continue }
        builder.add(counts(at: place), key: key, day: day)
        if withLatencies, let own = latencies[place] { builder.add(own, key: key, day: day) }
      }
    }
    return builder.cells(named: keys, names, partCount: partCount)
  }

  /// The cells in the order of their keys, those of a day beside each other.
  package var byDay: [CohortCell] { placesByDay.map { self[$0] } }

  /// The places of the cells in that order.
  package var placesByDay: [Int] { indices.sorted { (days[$0], $0) < (days[$1], $1) } }
}

extension CohortCells: ExpressibleByArrayLiteral {
  package init(arrayLiteral cells: CohortCell...) { self.init(cells) }
}
