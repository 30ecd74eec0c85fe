/// Names in a temporary file, one after another.
struct NameCursor {
  private var window: SpillWindow<UInt8>
  private var place = 0
  private let count: Int
  /// The name at hand, and its reference.
  private(set) var name: [UInt8] = []
  private(set) var reference: Int64 = 0

  /// Bytes to read at a time.
  private static let ahead = 64 << 10

  init(_ part: NamePart) {
    window = SpillWindow(part.spill, at: part.offset, count: part.count)
    count = part.count
  }

  /// Goes to the next name; `false` when there is none.
  ///
  /// - Throws: `SQLiteError`.
  mutating func advance() throws -> Bool {
    guard place < count else { return false }
    var index = try window.index(of: place, holding: NameCode.head, ahead: Self.ahead)
    let length = NameCode.head + NameCode.read(window.elements, at: index).name.count
    index = try window.index(of: place, holding: length, ahead: Self.ahead)
    let (range, reference) = NameCode.read(window.elements, at: index)
    name.removeAll(keepingCapacity: true)
    name.append(contentsOf: window.elements[range])
    self.reference = reference
    place += length
    return true
  }
}
