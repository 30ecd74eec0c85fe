import ReceiptModel

/// Messages with their names in a temporary file: in the order of their references, and in sorted runs.
struct NamedMessages {
  /// All names in the order of the references, in parts, each with its first reference.
  private(set) var parts: [(first: Int64, names: RecordRun)] = []
  private var runs: [NameRun] = []
  private var filters: NameFilters

  /// Messages that there are.
  private(set) var count: Int64 = 0

  /// - Parameter names: the most that are added at once.
  init(names: Int) { filters = NameFilters(names: names) }

  /// Adds messages.
  ///
  /// - Parameters:
  ///   - new: entries of `names` whose references follow on those already there, in their order.
  ///   - references: of each entry of `names`.
  /// - Throws: `SQLiteError`.
  mutating func add(_ names: ByteDictionary, _ new: [UInt32], _ references: [Int64], in spill: SpillFile)
    throws
  {
    var list = RecordList()
    for entry in new { list.append(names.bytes(entry)) }
    parts.append((count, try RecordRun(list, movedTo: spill)))
    runs.append(try NameRun(names, new, references, in: spill))
    filters.append(new.lazy.map(names.hash))
    count += Int64(new.count)
  }

  /// The reference of a message; `nil` when it is not there.
  ///
  /// - Parameter hash: that a `ByteDictionary` gives the name.
  /// - Throws: `SQLiteError`.
  func reference(of bytes: Span<UInt8>, _ range: Range<Int>, hash: UInt64) throws -> Int64? {
    // Who comes back has most often been away for a short time.
    var end = runs.count
    while let run = filters.last(before: end, mayHold: hash) {
      if let found = try runs[run].reference(of: range.map { bytes[$0] }) { return found }
      end = run
    }
    return nil
  }

  /// Hands over all messages in the order of their names.
  ///
  /// - Throws: `SQLiteError`, and what `body` throws.
  func forEachByName(_ body: (_ name: [UInt8], _ reference: Int64) throws -> Void) throws {
    try SortedRecords(runs: runs.map(\.records), count: Int(count), ahead: Self.windowBytes).forEach {
      record in
      let (name, reference) = NameRun.message(record)
      try body(name, reference)
    }
  }

  /// Bytes to hold of all runs together.
  private static let windowBytes = 4 << 20
}
