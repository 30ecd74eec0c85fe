/// The counters of many cells: of each those that are not 0, each in as few bytes as it needs, since most are small.
struct CountsColumn: Sendable {
  private var bytes: [UInt8] = []
  private var starts = Starts()

  /// - Parameters:
  ///   - other: a column with the same counters, or with more.
  ///   - cells: how many cells there will be at most.
  init(roomFor cells: Int, of other: CountsColumn) {
    bytes.reserveCapacity(other.bytes.count)
    starts.reserve(cells)
  }

  init() {}

  /// Adds a cell that has only some counters.
  ///
  /// - Parameters:
  ///   - counters: in their order.
  ///   - values: has one for each, from `start` on.
  mutating func append(_ counters: [Count], _ values: [Int], from start: Int) {
    starts.append(bytes.count)
    var own: UInt32 = 0
    for (place, counter) in counters.enumerated() where values[start + place] != 0 {
      own |= 1 << UInt32(counter.rawValue)
    }
    bytes.append(packed: Int(own))
    for value in values[start..<start + counters.count] where value != 0 { bytes.append(packed: value) }
  }

  mutating func append(_ counts: Counts) {
    starts.append(bytes.count)
    bytes.append(packed: counts)
  }

  /// Adds a cell of another column.
  mutating func append(_ place: Int, of other: CountsColumn) {
    starts.append(bytes.count)
    let end = place + 1 < other.starts.count ? other.starts[place + 1] : other.bytes.count
    bytes.append(contentsOf: other.bytes[other.starts[place]..<end])
  }

  subscript(place: Int) -> Counts {
    var reader = PackedReader(bytes, at: starts[place])
    return reader.counts()
  }

  /// Adds the counters of a cell to others.
  func add(_ place: Int, to sum: inout Counts) {
    var reader = PackedReader(bytes, at: starts[place])
    CountSet(bits: UInt32(reader.number())).forEach { sum[place: $0] += reader.number() }
  }

  /// One counter of a cell.
  subscript(count: Count, place: Int) -> Int {
    var reader = PackedReader(bytes, at: starts[place])
    let own = UInt32(reader.number())
    let wanted = 1 << UInt32(count.rawValue) as UInt32
    guard own & wanted != 0 else { return 0 }
    for _ in 0..<(own & (wanted - 1)).nonzeroBitCount { _ = reader.number() }
    return reader.number()
  }

  /// Where in the bytes each cell begins, in half of the room of whole numbers.
  private struct Starts: Sendable {
    /// Less the base of the cell's block: a block of so few cells has less than 4 GiB.
    private var offsets: [UInt32] = []
    private var bases: [Int] = []
    private static let blockShift = 16

    var count: Int { offsets.count }

    subscript(place: Int) -> Int { bases[place >> Self.blockShift] + Int(offsets[place]) }

    mutating func append(_ start: Int) {
      if offsets.count & (1 << Self.blockShift - 1) == 0 { bases.append(start) }
      offsets.append(UInt32(start - bases[bases.count - 1]))
    }

    mutating func reserve(_ count: Int) { offsets.reserveCapacity(count) }
  }
}
