import ReceiptModel

/// Names with their references, sorted by the names' bytes, in a temporary file.
///
/// In memory there are only a filter and the first name of every block, some two bytes for each name.
struct NameRun {
  let part: NamePart
  private let filter: NameFilter
  /// The first names of the blocks, one behind the other, and where each of them begins.
  private var firstNames: [UInt8] = []
  private var firstStarts: [Int] = []
  /// Where each block begins.
  private var blockStarts: [Int] = []

  private static let blockBytes = 4096

  /// Writes a run.
  ///
  /// - Parameters:
  ///   - order: entries of `names`, in the order of the names.
  ///   - references: of each entry of `names`.
  /// - Throws: `SQLiteError`.
  init(_ names: ByteDictionary, _ order: [UInt32], _ references: [Int64], in spill: SpillFile) throws {
    var filter = NameFilter(count: order.count)
    var writer = NamePartWriter(spill)
    for entry in order {
      let name = names.bytes(entry)
      filter.insert(names.hash(of: entry))
      if blockStarts.isEmpty || writer.count - blockStarts[blockStarts.count - 1] >= Self.blockBytes {
        blockStarts.append(writer.count)
        firstStarts.append(firstNames.count)
        firstNames += name
      }
      try writer.append(name, references[Int(entry)])
    }
    self.filter = filter
    part = try writer.finish()
  }

  /// Whether a name of which a `ByteDictionary` gives this hash may be in the run; `false` is certain.
  func mayHold(_ hash: UInt64) -> Bool { filter.mayHold(hash) }

  /// The reference of a name; `nil` when it is not in the run.
  ///
  /// - Throws: `SQLiteError`.
  func reference(of name: [UInt8]) throws -> Int64? {
    guard let block = block(of: name) else { return nil }
    let end = block + 1 < blockStarts.count ? blockStarts[block + 1] : part.count
    let count = end - blockStarts[block]
    let bytes = try part.spill.read(UInt8.self, at: part.offset + blockStarts[block], count: count)
    var start = 0
    while start < count {
      let (range, reference) = NameCode.read(bytes, at: start)
      if range.count == name.count, bytes[range].elementsEqual(name) { return reference }
      start = range.upperBound
    }
    return nil
  }

  /// The last block whose first name is not behind `name`.
  private func block(of name: [UInt8]) -> Int? {
    var (low, high) = (0, firstStarts.count)
    while low < high {
      let middle = (low + high) / 2
      let end = middle + 1 < firstStarts.count ? firstStarts[middle + 1] : firstNames.count
      if name.lexicographicallyPrecedes(firstNames[firstStarts[middle]..<end]) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low > 0 ? low - 1 : nil
  }
}
