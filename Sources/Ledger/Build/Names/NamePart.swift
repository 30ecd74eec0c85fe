/// A part of a temporary file that holds names.
struct NamePart {
  let spill: SpillFile
  /// Its first byte, and how many there are.
  let offset: Int
  let count: Int
}

/// Writes names into a temporary file that nobody else writes to meanwhile.
struct NamePartWriter {
  private let spill: SpillFile
  private var waiting: [UInt8] = []
  private var offset: Int?
  /// Bytes so far.
  private(set) var count = 0

  private static let blockBytes = 256 << 10

  init(_ spill: SpillFile) { self.spill = spill }

  /// - Throws: `SQLiteError`.
  mutating func append(_ name: ArraySlice<UInt8>, _ reference: Int64) throws {
    NameCode.append(name, reference, to: &waiting)
    count += NameCode.head + name.count
    if waiting.count >= Self.blockBytes { try flush() }
  }

  /// - Throws: `SQLiteError`.
  consuming func finish() throws -> NamePart {
    try flush()
    return NamePart(spill: spill, offset: offset ?? 0, count: count)
  }

  private mutating func flush() throws {
    let start = try spill.append(waiting)
    offset = offset ?? start
    waiting.removeAll(keepingCapacity: true)
  }
}
