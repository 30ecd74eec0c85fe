import ReceiptModel

/// References that earlier batches of an import have looked up, by the bytes that stand in a batch's dictionary.
///
/// Bounded: a full cache is emptied, which costs only looking up again.
struct ReferenceCache {
  private var known = ByteDictionary()
  private var references: [Int64] = []

  /// Bytes, some fifty thousand entries: batches share most of what they have, and may have thousands of them.
  private static let limit = 3 << 20

  /// The references of all entries of a batch's dictionary; `find` gives those that are not known.
  mutating func references(of entries: ByteDictionary, find: (ArraySlice<UInt8>) throws -> Int64) throws
    -> [Int64]
  {
    try (0..<UInt32(entries.count)).map { entry in
      try reference(of: Array(entries.bytes(entry)), find: find)
    }
  }

  /// The reference of some bytes; `find` gives it when it is not known.
  mutating func reference(of bytes: [UInt8], find: (ArraySlice<UInt8>) throws -> Int64) throws -> Int64 {
    if known.byteCount >= Self.limit {
      known.removeAll()
      references.removeAll()
    }
    let number = Int(known.intern(bytes.span, 0..<bytes.count))
    if number == references.count { references.append(try find(bytes[...])) }
    return references[number]
  }
}
