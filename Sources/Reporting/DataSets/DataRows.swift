package import ReceiptModel

/// The rows of a data set, each made when it is asked for.
///
/// A row of cells takes many times the room of its sources, and a file needs one row at a time. So of three million
/// messages only a piece stands in memory.
package struct DataRows: Sendable {
  private let pieces: Pieces<RowPiece>

  /// One row for each element of some pieces.
  package init<Piece>(_ pieces: Pieces<Piece>, _ row: @escaping @Sendable (Piece.Element) -> [Cell]) {
    self.pieces = Pieces(count: pieces.count) { body in
      try pieces.forEachPiece { piece in try body(RowPiece(count: piece.count) { row(piece[$0]) }) }
    }
  }

  /// One row for each element.
  package init<Elements: RandomAccessCollection & Sendable>(
    _ elements: Elements, _ row: @escaping @Sendable (Elements.Element) -> [Cell]
  ) where Elements.Index == Int {
    self.init(Pieces(elements), row)
  }

  /// Rows that are few, or costly to make.
  package init(_ rows: [[Cell]]) { self.init(rows) { $0 } }

  private init(_ pieces: Pieces<RowPiece>) { self.pieces = pieces }

  package var count: Int { pieces.count }

  /// Calls `body` with some rows at a time, in their order.
  ///
  /// - Throws: what reading fails with, and what `body` throws.
  package func forEachPiece(_ body: (RowPiece) throws -> Void) throws { try pieces.forEachPiece(body) }

  /// Calls `body` with one row after the other.
  package func forEach(_ body: ([Cell]) throws -> Void) throws {
    try forEachPiece { piece in for row in piece { try body(row) } }
  }

  /// All of them, for whoever knows that there is room.
  package func all() throws -> [[Cell]] {
    var rows: [[Cell]] = []
    try forEach { rows.append($0) }
    return rows
  }

  /// The same rows, each changed by `change`, which is given its place, too.
  package func changed(
    _ change: @escaping @Sendable (_ place: Int, _ row: [Cell]) -> [Cell]
  ) -> DataRows {
    DataRows(
      Pieces(count: count) { [pieces] body in
        var start = 0
        try pieces.forEachPiece { piece in
          try body(RowPiece(count: piece.count) { [start] in change(start + $0, piece[$0]) })
          start += piece.count
        }
      })
  }
}

/// Some rows of a data set, each made when it is asked for.
package struct RowPiece: RandomAccessCollection, Sendable {
  package let count: Int
  private let row: @Sendable (Int) -> [Cell]

  init(count: Int, _ row: @escaping @Sendable (Int) -> [Cell]) {
    self.count = count
    self.row = row
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }
  package subscript(place: Int) -> [Cell] { row(place) }
}
