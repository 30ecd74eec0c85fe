import Ledger
import LogReading
import Prose
import ReceiptModel

/// Puts the members of a record into the order of a relation's columns.
enum RowShape {
  /// - Returns: the cells, and what is wrong with them; then the cells mean nothing.
  static func cells(
    _ members: [FlatRecord.Member], of relation: LoadedRelation
  ) -> (row: [Cell], problem: Phrase?) {
    let columns = relation.columns
    var row = [Cell?](repeating: nil, count: columns.count)
    for (index, member) in members.enumerated() {
      // Engines write columns in their order; a folder of one that does not is as good.
      let place =
        index < columns.count && columns[index].name == member.name
        ? index : columns.firstIndex { $0.name == member.name }
      guard let place else { return ([], "a column that \(relation.rawValue) does not have") }
      guard columns[place].kind.takes(member.value) else {
        return ([], "\(columns[place].name) holds something other than \(columns[place].kind.words)")
      }
      row[place] = member.value
    }
    if let place = row.firstIndex(of: nil) { return ([], "lacks the column \(columns[place].name)") }
    return (row.compactMap(\.self), nil)
  }
}

extension LoadedRelation.Column.Kind {
  fileprivate func takes(_ cell: Cell) -> Bool {
    switch (self, cell) {
    case (.text, .text), (.integer, .integer), (.optionalInteger, .integer), (.optionalInteger, .null): true
    default: false
    }
  }

  fileprivate var words: Phrase {
    switch self {
    case .text: "text"
    case .integer: "a whole number"
    case .optionalInteger: "a whole number or null"
    }
  }
}
