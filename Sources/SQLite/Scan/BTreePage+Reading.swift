/// What stands where on a page that somebody else may have written; a page that makes no sense is `PageRows.Damage`.
extension BTreePage {
  /// - Throws: for a page that is neither a leaf nor an interior page of an index b-tree.
  static func isLeaf(_ page: [UInt8]) throws -> Bool {
    switch page[0] {
    case leafType: return true
    case interiorType: return false
    default: throw PageRows.Damage()
    }
  }

  static func cellCount(of page: [UInt8]) -> Int { number(in: page, at: 3) }

  /// Where the cells of a leaf begin.
  static func starts(ofLeaf page: [UInt8]) throws -> [Int] {
    try (0..<cellCount(of: page)).map { try start(ofCell: $0, in: page, header: leafHeader) }
  }

  /// Where the row of a cell of an interior page begins, behind the number of the child.
  static func row(ofCell cell: Int, in page: [UInt8]) throws -> Int {
    try start(ofCell: cell, in: page, header: interiorHeader) + 4
  }

  /// The child before a cell of an interior page, or behind the last of them.
  static func child(_ cell: Int, of page: [UInt8]) throws -> UInt32 {
    guard cell < cellCount(of: page) else { return child(in: page, at: 8) }
    return child(in: page, at: try start(ofCell: cell, in: page, header: interiorHeader))
  }

  /// A page's number.
  static func child(in bytes: [UInt8], at start: Int) -> UInt32 {
    bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func start(ofCell cell: Int, in page: [UInt8], header: Int) throws -> Int {
    let pointer = header + cell * Self.pointer
    guard pointer + Self.pointer <= page.count else { throw PageRows.Damage() }
    let start = number(in: page, at: pointer)
    guard start + smallestCell <= page.count else { throw PageRows.Damage() }
    return start
  }
}
