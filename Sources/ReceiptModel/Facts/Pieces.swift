/// Elements in an order, some at a time: there may be more of them than memory has room for.
package struct Pieces<Piece: RandomAccessCollection & Sendable>: Sendable where Piece.Index == Int {
  /// Of all pieces together.
  package let count: Int
  private let each: @Sendable (_ body: (Piece) throws -> Void) throws -> Void

  /// - Parameter each: calls what it is given with one piece after the other, as often as it is asked to.
  package init(count: Int, _ each: @escaping @Sendable (_ body: (Piece) throws -> Void) throws -> Void) {
    self.count = count
    self.each = each
  }

  /// All of them as one piece.
  package init(_ elements: Piece) { self.init(count: elements.count) { try $0(elements) } }

  /// - Throws: what reading fails with, and what `body` throws.
  package func forEachPiece(_ body: (Piece) throws -> Void) throws { try each(body) }

  /// All of them, for whoever knows that there is room.
  package func elements() throws -> [Piece.Element] {
    var elements: [Piece.Element] = []
    try forEachPiece { elements += $0 }
    return elements
  }
}
