import ReceiptModel
import SQLite

/// Messages with their names in a temporary file: in the order of their references, and in sorted runs.
struct NamedMessages {
  /// All names in the order of the references, in parts, each with its first reference.
  private(set) var parts: [(first: Int64, part: NamePart)] = []
  private var runs: [NameRun] = []

  /// Messages that there are.
  private(set) var count: Int64 = 0

  /// Adds messages.
  ///
  /// - Parameters:
  ///   - new: entries of `names` whose references follow on those already there, in their order.
  ///   - references: of each entry of `names`.
  /// - Throws: `SQLiteError`.
  mutating func add(_ names: ByteDictionary, _ new: [UInt32], _ references: [Int64], in spill: SpillFile)
    throws
  {
    var writer = NamePartWriter(spill)
    for entry in new { try writer.append(names.bytes(entry), references[Int(entry)]) }
    parts.append((count, try writer.finish()))
    runs.append(try NameRun(names, NameOrder.sorted(new, of: names), references, in: spill))
    count += Int64(new.count)
  }

  /// The reference of a message; `nil` when it is not there.
  ///
  /// - Parameter hash: that a `ByteDictionary` gives the name.
  /// - Throws: `SQLiteError`.
  func reference(of bytes: Span<UInt8>, _ range: Range<Int>, hash: UInt64) throws -> Int64? {
    // Who comes back has most often been away for a short time.
    for run in runs.reversed() where run.mayHold(hash) {
      if let found = try run.reference(of: range.map { bytes[$0] }) { return found }
    }
    return nil
  }

  /// Hands over all messages in the order of their names.
  ///
  /// - Throws: `SQLiteError`, and what `body` throws.
  func forEachByName(_ body: (_ name: [UInt8], _ reference: Int64) throws -> Void) throws {
    var cursors = runs.map { NameCursor($0.part) }
    var heap = MergeHeap<WaitingRun>()
    for index in cursors.indices where try cursors[index].advance() {
      heap.push(WaitingRun(name: cursors[index].name, index: index))
    }
    while !heap.isEmpty {
      let index = heap.first.index
      try body(cursors[index].name, cursors[index].reference)
      if try cursors[index].advance() {
        heap.first = WaitingRun(name: cursors[index].name, index: index)
      } else {
        heap.removeFirst()
      }
    }
  }
}

/// A run by the name it stands at.
private struct WaitingRun: Comparable {
  var name: [UInt8]
  var index: Int

  static func < (left: WaitingRun, right: WaitingRun) -> Bool {
    left.name.lexicographicallyPrecedes(right.name)
  }
}
