import SQLite

/// What the cells of the rows are that a question reads of `deliveries`.
struct DeliveryLayout: Sendable {
  /// A bit for each column that is used.
  let columns: UInt64
  /// Whether rows are to stand together otherwise than in the store.
  let isGrouped: Bool
  /// The columns, but for the device, by which they are, with the numbers of their values.
  private let groups: [(column: Int, codes: GroupCodes)]
  /// The same in one array, since copies of several would be counted and released for each row.
  private let numbers: [UInt32]
  private let parts: [GroupPart]
  /// The others; their cells stand in this order, behind the number of the row.
  let others: [Int]
  /// Where the cell of the device is in a row, if it has one.
  let device: Int?
  /// By column: where its cell is in a row; below 0, counted from the end, among what the rows of a group share.
  private let offsets: [Int]
  /// A bit for each column whose cells are references.
  private let texts: UInt64

  /// - Parameter groups: the columns by which rows are to stand together, but for the device; `nil` where the store has them
  ///   so.
  init(_ columns: UInt64, by groups: [(column: Int, codes: GroupCodes)]? = nil) {
    isGrouped = groups != nil
    let groups = groups ?? []
    let others = DeliveryColumn.all.indices.filter { column in
      columns & 1 << UInt64(column) != 0 && !groups.contains { $0.column == column }
    }
    (self.columns, self.groups, self.others) = (columns, groups, others)
    var (numbers, parts) = ([UInt32](), [GroupPart]())
    for (column, codes) in groups {
      parts.append(
        GroupPart(column: column, start: numbers.count, cells: codes.numbers.count, count: codes.count))
      numbers += codes.numbers
    }
    (self.numbers, self.parts) = (numbers, parts)
    device = others.firstIndex(of: DeliveryRelation.deviceID).map { $0 + 1 }
    texts = DeliveryColumn.all.indices.reduce(0) { bits, column in
      if case .text = DeliveryColumn.all[column] { bits | 1 << UInt64(column) } else { bits }
    }
    offsets = DeliveryColumn.all.indices.map { column in
      if let place = groups.firstIndex(where: { $0.column == column }) { return place - groups.count }
      return (others.firstIndex(of: column) ?? 0) + 1
    }
  }

  /// Cells of a row.
  var width: Int { others.count + 1 }

  var groupCount: Int { groups.reduce(1) { $0 * $1.codes.count } }

  /// Where the cell of a column is, as in `offsets`.
  @inline(__always)
  func offset(of column: Int) -> Int { offsets[column] }

  /// Whether the cell of a column is the reference of a text.
  @inline(__always)
  func hasText(_ column: Int) -> Bool { texts & 1 << UInt64(column) != 0 }

  /// The cells that the rows of a group share.
  func shared(by group: Int) -> [(column: Int, cell: Int64)] {
    var rest = group
    return groups.reversed().map { column, codes in
      defer { rest /= codes.count }
      return (column, codes.cell(of: rest % codes.count))
    }.reversed()
  }

  /// The number of a row's group.
  ///
  /// - Parameter cell: gives the cell of a column.
  /// - Throws: where that is no reference, as on a damaged page.
  @inline(__always)
  func group(_ cell: (Int) throws -> Int64) throws -> Int {
    var number = 0
    for place in parts.indices {
      let part = parts[place]
      let cell = try cell(part.column)
      number *= part.count
      if cell == RowBatch.null { continue }
      guard cell >= 0, cell < part.cells else { throw ReferencedText.isMissing }
      number += Int(numbers[part.start + Int(cell)])
    }
    return number
  }
}

/// A column by which rows stand together: where its numbers begin, for how many cells, and how many there are.
private struct GroupPart {
  let column: Int
  let start: Int
  let cells: Int
  let count: Int
}
