/// A part of a sequence that is read forwards: all of it when it lies in memory, otherwise what was read of a spill.
struct SpillWindow<Element: BitwiseCopyable & Sendable>: Sendable {
  private(set) var elements: [Element]
  /// The place in the sequence of the first element held.
  private var start = 0
  private let spill: SpillFile?
  private let offset: Int
  private let count: Int

  init(elements: [Element]) {
    self.elements = elements
    spill = nil
    offset = 0
    count = elements.count
  }

  /// - Parameter offset: the byte of the spill where the sequence begins.
  init(_ spill: SpillFile, at offset: Int, count: Int) {
    elements = []
    self.spill = spill
    self.offset = offset
    self.count = count
  }

  /// The same sequence, moved into a spill.
  init(_ elements: [Element], movedTo spill: SpillFile) throws {
    self.init(spill, at: try spill.append(elements), count: elements.count)
  }

  /// The element at `place`; when it is not held, it is read together with the following `ahead` bytes.
  @inline(__always)
  mutating func element(_ place: Int, ahead: Int) throws -> Element {
    elements[try index(of: place, holding: 1, ahead: ahead)]
  }

  /// Where the element at `place` is held; `needed` elements are held from there on, or all that there are.
  @inline(__always)
  mutating func index(of place: Int, holding needed: Int, ahead: Int) throws -> Int {
    let index = place &- start
    if index >= 0, index &+ needed <= elements.count || start &+ elements.count == count,
      index < elements.count
    {
      return index
    }
    try load(place, max(needed, ahead / MemoryLayout<Element>.stride))
    return 0
  }

  private mutating func load(_ place: Int, _ wanted: Int) throws {
    guard let spill, place < count else {
      throw LedgerError.inconsistent("a sorted sequence ends before what names its elements")
    }
    elements = try spill.read(
      Element.self, at: offset + place * MemoryLayout<Element>.stride, count: min(count - place, wanted))
    start = place
  }
}
