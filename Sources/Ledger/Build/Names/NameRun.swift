import ReceiptModel

/// Messages with their references, sorted by the messages' names, in a temporary file.
///
/// A record is the name as a key, and the reference. In memory there are only a filter and the key of the first record of
/// every block, some two bytes for each name.
struct NameRun {
  let records: RecordRun
  private var filter: NameFilter
  /// The keys of the first records of the blocks, one behind the other, and where each of them begins.
  private var firstKeys: [UInt8] = []
  private var firstStarts: [Int] = []
  /// Where each block begins, and where the last one ends.
  private var blockStarts: [Int] = []

  private static let blockBytes = 4096

  /// Writes a run.
  ///
  /// - Parameters:
  ///   - messages: entries of `names`.
  ///   - references: of each entry of `names`.
  /// - Throws: `SQLiteError`.
  init(_ names: ByteDictionary, _ messages: [UInt32], _ references: [Int64], in spill: SpillFile) throws {
    filter = NameFilter(count: messages.count)
    var list = RecordList()
    for entry in messages {
      filter.insert(names.hash(of: entry))
      var record = Self.key(names.bytes(entry))
      let reference = UInt64(bitPattern: references[Int(entry)])
      for shift in stride(from: 56, through: 0, by: -8) {
        record.append(UInt8(truncatingIfNeeded: reference >> UInt64(shift)))
      }
      list.append(record)
    }
    let sorted = list.takeSorted()
    records = try RecordRun(sorted, movedTo: spill)
    var start = 0
    for length in sorted.lengths {
      if blockStarts.isEmpty || start - blockStarts[blockStarts.count - 1] >= Self.blockBytes {
        blockStarts.append(start)
        firstStarts.append(firstKeys.count)
        firstKeys += sorted.bytes[start..<start + Int(length) - Self.referenceBytes]
      }
      start += Int(length)
    }
    firstStarts.append(firstKeys.count)
    blockStarts.append(start)
  }

  /// Whether a name of which a `ByteDictionary` gives this hash may be in the run; `false` is certain.
  func mayHold(_ hash: UInt64) -> Bool { filter.mayHold(hash) }

  /// The reference of a name; `nil` when it is not in the run.
  ///
  /// - Throws: `SQLiteError`.
  func reference(of name: [UInt8]) throws -> Int64? {
    let key = Self.key(name)
    guard let block = block(of: key) else { return nil }
    let bytes = try records.bytes(in: blockStarts[block]..<blockStarts[block + 1])
    var start = 0
    while start < bytes.count {
      var reader = RecordKeyReader(bytes, at: start)
      reader.skipText()
      if bytes[start..<reader.place].elementsEqual(key) { return Self.reference(bytes, at: reader.place) }
      start = reader.place + Self.referenceBytes
    }
    return nil
  }

  /// What a record tells.
  static func message(_ record: [UInt8]) -> (name: [UInt8], reference: Int64) {
    var reader = RecordKeyReader(record)
    return (reader.text(), reference(record, at: reader.place))
  }

  private static let referenceBytes = 8

  private static func key(_ name: some Collection<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    key.append(key: name)
    return key
  }

  private static func reference(_ record: [UInt8], at place: Int) -> Int64 {
    Int64(bitPattern: record.span.word(at: place).byteSwapped)
  }

  /// The last block whose first key is not behind `key`.
  private func block(of key: [UInt8]) -> Int? {
    var (low, high) = (0, firstStarts.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if key.lexicographicallyPrecedes(firstKeys[firstStarts[middle]..<firstStarts[middle + 1]]) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low > 0 ? low - 1 : nil
  }
}
