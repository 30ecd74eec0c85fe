import ReceiptModel

/// References that earlier batches of an import have looked up, by the bytes that stand in a batch's dictionary.
///
/// Bounded: a full cache is emptied, which costs only looking up again.
struct ReferenceCache {
  private var known = ByteDictionary()
  private var references: [Int64] = []
  private let limit: Int

  /// - Parameter limit: bytes after which it is full.
  init(limit: Int) { self.limit = limit }

  /// Bytes that its entries take.
  var byteCount: Int { known.byteCount + references.count * MemoryLayout<Int64>.stride }

  /// The references of all entries of a batch's dictionary; `find` gives those that are not known.
  mutating func references(of entries: ByteDictionary, find: ([UInt8]) throws -> Int64) throws -> [Int64] {
    var found: [Int64] = []
    found.reserveCapacity(entries.count)
    try entries.forEach { bytes, range in found.append(try reference(of: bytes, range, find: find)) }
    return found
  }

  /// The reference of a range of bytes; `find` gives it when it is not known.
  mutating func reference(
    of bytes: Span<UInt8>, _ range: Range<Int>, find: ([UInt8]) throws -> Int64
  ) throws -> Int64 {
    if byteCount >= limit {
      known.removeAll()
      references.removeAll()
    }
    let hash = known.hash(of: bytes, range)
    if let entry = known.entry(bytes, range, hash: hash) { return references[Int(entry)] }
    let reference = try find(range.map { bytes[$0] })
    _ = known.add(bytes, range, hash: hash)
    references.append(reference)
    return reference
  }
}
