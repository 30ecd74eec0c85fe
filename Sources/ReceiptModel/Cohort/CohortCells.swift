/// The cells of cohorts in the order of AppKey, parts and day.
///
/// There may be nearly as many as deliveries. So a name stands once and is a number elsewhere, counters take as few bytes
/// as they need, and a cell is made when it is asked for.
package struct CohortCells: Sendable {
  /// AppKeys and parts, each once, in the order of their bytes.
  let names: [String]
  /// In order.
  let keys: [Key]
  /// The parts that each key has.
  let partCount: Int
  /// Where the cells of each key end.
  var ends: [Int32] = []
  var days: [Int32] = []
  private var counts = CountsColumn()
  /// Of the cells that have any, by their place.
  private(set) var latencies: [Int: LatencyHistogram] = [:]

  /// An AppKey and its parts, each by the place of its name; what there is not is 0.
  package struct Key: Comparable, Sendable {
    package var app: Int32
    package var first: Int32
    package var second: Int32

    package init(app: Int32, first: Int32 = 0, second: Int32 = 0) {
      (self.app, self.first, self.second) = (app, first, second)
    }

    package static func < (left: Key, right: Key) -> Bool {
      (left.app, left.first, left.second) < (right.app, right.first, right.second)
    }
  }

  init(names: [String], keys: [Key], partCount: Int) {
    (self.names, self.keys, self.partCount) = (names, keys, partCount)
  }

  /// Makes room for as many cells as there may be, of which a column has the counters.
  mutating func reserve(_ cells: Int, of column: CountsColumn) {
    days.reserveCapacity(cells)
    ends.reserveCapacity(keys.count)
    counts = CountsColumn(roomFor: cells, of: column)
  }

  /// Adds a day of the key that is next, of which some cells of a column are the counters.
  mutating func append(
    _ day: Int32, _ places: ArraySlice<Int32>, of column: CountsColumn, _ latencies: LatencyHistogram?
  ) {
    if let latencies { self.latencies[days.count] = latencies }
    days.append(day)
    if places.count == 1 {
      counts.append(Int(places[places.startIndex]), of: column)
    } else {
      counts.append(places.reduce(into: Counts()) { column.add(Int($1), to: &$0) })
    }
  }

  /// Ends the cells of the key that is next.
  mutating func endSeries() { ends.append(Int32(days.count)) }
}

extension CohortCells: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { days.count }

  package subscript(place: Int) -> CohortCell {
    let series = series(ofKey: ends.partitionPoint { Int($0) > place })
    return CohortCell(
      key: CohortKey(day: day(at: place), appKey: series.appKey, parts: series.parts),
      counts: counts(at: place), latencies: latencies(at: place))
  }

  // What is asked of each of many, without making the cell.

  package func day(at place: Int) -> Int { Int(days[place]) }
  package func counts(at place: Int) -> Counts { counts[place] }
  package func count(_ count: Count, at place: Int) -> Int { counts[count, place] }
  package func latencies(at place: Int) -> LatencyHistogram { latencies[place] ?? LatencyHistogram() }

  /// Those of the cells of one series that are of some days.
  package func places(_ series: Range<Int>, in days: Range<Int>) -> Range<Int> {
    let start = series.partitionPoint { day(at: $0) >= days.lowerBound }
    return start..<(start..<series.upperBound).partitionPoint { day(at: $0) >= days.upperBound }
  }

  /// One counter of some cells together.
  package func sum(_ count: Count, _ places: Range<Int>) -> Int {
    places.reduce(0) { $0 + counts[count, $1] }
  }

  /// The sum of some cells.
  package func sum(_ places: Range<Int>) -> Counts {
    var sum = Counts()
    for place in places { add(place, to: &sum) }
    return sum
  }

  /// Adds a cell to a sum.
  package func add(_ place: Int, to sum: inout Counts) { counts.add(place, to: &sum) }
}

extension CohortCells {
  /// The cells of one AppKey and its parts, by day.
  package struct Series {
    package let appKey: String
    package let parts: [String]
    package let places: Range<Int>
  }

  /// All series, in order.
  package var series: SeriesList { SeriesList(cells: self, range: keys.indices) }

  /// Those of an AppKey.
  package func series(of appKey: String) -> SeriesList {
    guard let app = place(of: appKey) else { return SeriesList(cells: self, range: 0..<0) }
    return list(from: Key(app: app), to: Key(app: app + 1))
  }

  /// Those of an AppKey and its first part.
  package func series(of appKey: String, _ part: String) -> SeriesList {
    guard let app = place(of: appKey), let first = place(of: part) else {
      return SeriesList(cells: self, range: 0..<0)
    }
    return list(from: Key(app: app, first: first), to: Key(app: app, first: first + 1))
  }

  /// The series of each AppKey, in order.
  package var apps: [(appKey: String, series: SeriesList)] {
    var apps: [(appKey: String, series: SeriesList)] = []
    var start = 0
    while start < keys.count {
      let own = list(from: Key(app: keys[start].app), to: Key(app: keys[start].app + 1))
      apps.append((names[Int(keys[start].app)], own))
      start = own.endIndex
    }
    return apps
  }

  private func list(from start: Key, to end: Key) -> SeriesList {
    let low = keys.partitionPoint { $0 >= start }
    return SeriesList(cells: self, range: low..<keys[low...].partitionPoint { $0 >= end })
  }

  /// The place of a name in `names`.
  func place(of name: String) -> Int32? {
    let place = names.partitionPoint { !$0.precedesInBytes(name) }
    return place < names.count && names[place].hasSameBytes(as: name) ? Int32(place) : nil
  }

  /// Some series beside each other.
  package struct SeriesList: RandomAccessCollection {
    fileprivate let cells: CohortCells
    fileprivate let range: Range<Int>

    package var startIndex: Int { range.lowerBound }
    package var endIndex: Int { range.upperBound }

    package subscript(place: Int) -> Series { cells.series(ofKey: place) }

    /// One of their own, since that of all collections is made for no type in particular, and there are many series.
    package struct Iterator: IteratorProtocol {
      fileprivate let cells: CohortCells
      fileprivate var rest: Range<Int>

      package mutating func next() -> Series? { rest.popFirst().map { cells.series(ofKey: $0) } }
    }

    package func makeIterator() -> Iterator { Iterator(cells: cells, rest: range) }

    /// The places of all their cells.
    package var places: Range<Int> {
      range.isEmpty
        ? 0..<0
        : cells.places(ofKey: range.lowerBound)
          .lowerBound..<cells.places(ofKey: range.upperBound - 1).upperBound
    }
  }

  private func series(ofKey place: Int) -> Series {
    let key = keys[place]
    let (first, second) = (names[Int(key.first)], names[Int(key.second)])
    let parts = partCount == 0 ? [] : partCount == 1 ? [first] : [first, second]
    return Series(appKey: names[Int(key.app)], parts: parts, places: places(ofKey: place))
  }

  /// The name of a part of a series, by its place; empty when there is none.
  package func part(_ part: Int, ofSeries place: Int) -> String {
    guard part < partCount else { return "" }
    return names[Int(part == 0 ? keys[place].first : keys[place].second)]
  }

  func places(ofKey key: Int) -> Range<Int> { (key == 0 ? 0 : Int(ends[key - 1]))..<Int(ends[key]) }
}
