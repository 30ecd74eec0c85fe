import ReceiptModel

/// Records of bytes in their order, in memory or in a spill; they can be read again and again.
struct SortedRecords: Sendable {
  fileprivate let runs: [RecordRun]
  let count: Int
  /// Bytes of memory for what is read of a spill.
  private let ahead: Int

  init(runs: [RecordRun], count: Int, ahead: Int) {
    (self.runs, self.count, self.ahead) = (runs, count, ahead)
  }

  /// - Throws: `SQLiteError`, and what `body` throws.
  func forEach(_ body: ([UInt8]) throws -> Void) throws {
    var runs = runs
    try runs.merge(ahead) { try body($0.bytes) }
  }
}

extension SortedRecords {
  /// What the records stand for, of some of them at a time.
  func pieces<Piece>(_ piece: @escaping @Sendable ([[UInt8]]) throws -> Piece) -> Pieces<Piece> {
    Pieces(count: count) { body in
      var records: [[UInt8]] = []
      try forEach { record in
        records.append(record)
        guard records.count == Self.together else { return }
        try body(piece(records))
        records.removeAll(keepingCapacity: true)
      }
      if !records.isEmpty { try body(piece(records)) }
    }
  }

  private static let together = 8192
}

/// Bytes in their order.
struct Record: Comparable {
  let bytes: [UInt8]

  static func < (left: Record, right: Record) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}

/// Some of the records in order, which are read one after the other.
struct RecordRun: SortedRun, Sendable {
  private var bytes: SpillWindow<UInt8>
  private var lengths: SpillWindow<UInt32>
  private let count: Int
  private var place = 0
  private var offset = 0

  init(_ sorted: RecordList) {
    bytes = SpillWindow(elements: sorted.bytes)
    lengths = SpillWindow(elements: sorted.lengths)
    count = sorted.lengths.count
  }

  /// - Throws: `SQLiteError`.
  init(_ sorted: RecordList, movedTo spill: SpillFile) throws {
    bytes = try SpillWindow(sorted.bytes, movedTo: spill)
    lengths = try SpillWindow(sorted.lengths, movedTo: spill)
    count = sorted.lengths.count
  }

  /// Some bytes of the records, which lie one behind the other.
  ///
  /// - Throws: `SQLiteError`.
  func bytes(in range: Range<Int>) throws -> [UInt8] {
    var window = bytes
    let start = try window.index(of: range.lowerBound, holding: range.count, ahead: range.count)
    return Array(window.elements[start..<start + range.count])
  }

  /// The next record; `nil` behind the last.
  ///
  /// - Parameter ahead: bytes of the spill to read at a time.
  mutating func next(ahead: Int) throws -> Record? {
    guard place < count else { return nil }
    let length = Int(try lengths.element(place, ahead: ahead / 16))
    let start = try bytes.index(of: offset, holding: length, ahead: ahead)
    (place, offset) = (place + 1, offset + length)
    return Record(bytes: Array(bytes.elements[start..<start + length]))
  }
}
