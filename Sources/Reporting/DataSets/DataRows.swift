package import ReceiptModel

/// The rows of a data set, each made when it is asked for.
///
/// A row of cells takes many times the room of its sources, and a file needs one row at a time. So of a hundred
/// thousand messages only the counts stand in memory.
package struct DataRows: RandomAccessCollection, Sendable {
  package let count: Int
  private let row: @Sendable (Int) -> [Cell]

  /// One row for each element.
  package init<Elements: RandomAccessCollection & Sendable>(
    _ elements: Elements, _ row: @escaping @Sendable (Elements.Element) -> [Cell]
  ) where Elements.Index == Int {
    self.init(count: elements.count) { row(elements[$0]) }
  }

  /// Rows that are few, or costly to make.
  package init(_ rows: [[Cell]]) { self.init(count: rows.count) { rows[$0] } }

  private init(count: Int, _ row: @escaping @Sendable (Int) -> [Cell]) {
    self.count = count
    self.row = row
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }
  package subscript(place: Int) -> [Cell] { row(place) }

  /// The same rows, each changed by `change`, which is given its place, too.
  package func changed(_ change: @escaping @Sendable (_ place: Int, _ row: [Cell]) -> [Cell]) -> DataRows {
    DataRows(count: count) { [row] in change($0, row($0)) }
  }
}
