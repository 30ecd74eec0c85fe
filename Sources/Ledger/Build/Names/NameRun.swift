import ReceiptModel

/// Messages with their references, sorted by the messages' names, in a temporary file.
///
/// A record is the name as a key, and the reference. In memory there is only the key of the first record of every block.
struct NameRun {
  let records: RecordRun
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
    var list = RecordList()
    for entry in messages {
      list.append { record in
        record.append(key: names.bytes(entry))
        record.append(bigEndian: references[Int(entry)])
      }
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

  /// The reference of a name; `nil` when it is not in the run.
  ///
  /// - Throws: `SQLiteError`.
  func reference(of name: [UInt8]) throws -> Int64? {
    let key = Self.key(name)
    guard let block = block(of: key) else { return nil }
    let bytes = try records.bytes(in: blockStarts[block]..<blockStarts[block + 1])
    return Self.reference(of: key.span, in: bytes.span)
  }

  /// The reference of a key among some records.
  private static func reference(of key: Span<UInt8>, in records: Span<UInt8>) -> Int64? {
    var place = 0
    while place < records.count {
      var isKey = true
      // A key ends with two zeros, and is not the beginning of another.
      for index in key.indices where records[place + index] != key[index] {
        isKey = false
        break
      }
      if isKey { return reference(records, at: place + key.count) }
      while records[place] != 0 || records[place + 1] != 0 { place += records[place] == 0 ? 2 : 1 }
      place += 2 + referenceBytes
    }
    return nil
  }

  /// What a record tells.
  static func message(_ record: [UInt8]) -> (name: [UInt8], reference: Int64) {
    var reader = RecordKeyReader(record)
    return (reader.text(), reference(record.span, at: reader.place))
  }

  private static let referenceBytes = 8

  private static func key(_ name: some Collection<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    key.append(key: name)
    return key
  }

  private static func reference(_ record: Span<UInt8>, at place: Int) -> Int64 {
    Int64(bitPattern: record.word(at: place).byteSwapped)
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
