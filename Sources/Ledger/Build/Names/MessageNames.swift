import ReceiptModel

/// The messages of a first import, numbered without a look into SQLite and in bounded memory, however many there are.
///
/// What came last is at hand. When there is no more room for it, it goes into a temporary file, as a run sorted by name
/// and once more in the order of the references. A run's filter tells nearly every new name from the names it holds, so
/// that only a name that came back after a long time is looked for in the file. The table of messages and its index are
/// made of both at the end (`MessageSegments`, `NamedMessages`).
///
/// Used by one thread at a time, as the dictionaries are.
final class MessageNames: MessageNumbering {
  /// One value, since each look at a property of an object is watched for others that change it meanwhile.
  private var numbered: NumberedNames

  /// - Parameters:
  ///   - folder: where there is room for a temporary file.
  ///   - bytes: of memory for the names that came last.
  init(folder: String, bytes: Int) { numbered = NumberedNames(folder: folder, bytes: bytes) }

  var next: Int64 { numbered.next }

  func reference(of bytes: Span<UInt8>, _ range: Range<Int>) throws -> Int64 {
    try numbered.reference(of: bytes, range)
  }

  /// All messages; none may come any more.
  ///
  /// - Throws: `SQLiteError`.
  func finish() throws -> NamedMessages { try numbered.finish() }
}

private struct NumberedNames {
  private(set) var next: Int64 = 0
  private let folder: String
  private let limit: Int
  private var spill: SpillFile?
  private var recent = ByteDictionary(minimumCapacity: 4096)
  /// The reference of each of the recent names; those of names that were met long before, too, are below `firstNew`.
  private var references: [Int64] = []
  private var firstNew: Int64 = 0
  private var named: NamedMessages

  init(folder: String, bytes: Int) {
    self.folder = folder
    limit = bytes
    named = NamedMessages(names: bytes / Self.leastBytes)
  }

  /// Bytes that a name is counted with at least, so that not more of them come together than filters are made for.
  private static let leastBytes = 48

  mutating func reference(of bytes: Span<UInt8>, _ range: Range<Int>) throws -> Int64 {
    let hash = recent.hash(of: bytes, range)
    if let entry = recent.entry(bytes, range, hash: hash) { return references[Int(entry)] }
    if isFull { try spillRecent() }
    let reference = try named.reference(of: bytes, range, hash: hash) ?? next
    _ = recent.add(bytes, range, hash: hash)
    references.append(reference)
    if reference == next { next += 1 }
    return reference
  }

  private var isFull: Bool {
    max(recent.byteCount + references.count * MemoryLayout<Int64>.stride, references.count * Self.leastBytes)
      >= limit
  }

  mutating func finish() throws -> NamedMessages {
    try spillRecent()
    recent = ByteDictionary()
    return named
  }

  private mutating func spillRecent() throws {
    if next > firstNew {
      let spill = try self.spill ?? SpillFile(folder: folder)
      self.spill = spill
      let new = references.indices.filter { references[$0] >= firstNew }.map { UInt32($0) }
      try named.add(recent, new, references, in: spill)
      firstNew = next
    }
    recent.removeAll()
    references.removeAll(keepingCapacity: true)
  }
}
