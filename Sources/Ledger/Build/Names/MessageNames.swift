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
  private(set) var next: Int64 = 0
  private let folder: String
  private let limit: Int
  private var spill: SpillFile?
  private var recent = ByteDictionary(minimumCapacity: 4096)
  /// The reference of each of the recent names; those of names that were met long before, too, are below `firstNew`.
  private var references: [Int64] = []
  private var firstNew: Int64 = 0
  private var named = NamedMessages()

  /// - Parameters:
  ///   - folder: where there is room for a temporary file.
  ///   - bytes: of memory for the names that came last.
  init(folder: String, bytes: Int) {
    self.folder = folder
    limit = bytes
  }

  func reference(of bytes: Span<UInt8>, _ range: Range<Int>) throws -> Int64 {
    if let entry = recent.entry(bytes, range) { return references[Int(entry)] }
    if recent.byteCount + references.count * MemoryLayout<Int64>.stride >= limit { try spillRecent() }
    let reference = try named.reference(of: bytes, range, hash: recent.hash(of: bytes, range)) ?? next
    _ = recent.intern(bytes, range)
    references.append(reference)
    if reference == next { next += 1 }
    return reference
  }

  /// All messages; none may come any more.
  ///
  /// - Throws: `SQLiteError`.
  func finish() throws -> NamedMessages {
    try spillRecent()
    recent = ByteDictionary()
    return named
  }

  private func spillRecent() throws {
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
