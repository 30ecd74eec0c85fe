import SQLite

/// Rows that stand together when some of their columns have equal values.
///
/// Memory: about 2.5 times `limit`. Whenever that many bytes of rows are together, they are put in the order of their
/// groups and moved into a temporary file; what is read out goes through all these runs group by group.
struct GroupedRows {
  /// Those that are equal in a group.
  private let groups: [Int]
  /// The numbers of their values.
  private let codes: [GroupCodes]
  private let groupCount: Int
  /// The others.
  private let columns: [Int]
  /// Where the cell of a column is: behind the number of the group, or below 0 among those of groups.
  private let offsets: [Int]
  /// Group by group the cells that its rows have in common, which are those of any of them.
  private var common: [Int64]
  private let access: QueryAccess
  private let limit: Int
  /// Row by row: the number of its group, and the cells of the columns.
  private var rows: [Int64] = []
  private var spill: SpillFile?
  private var runs: [Run] = []
  /// Of the row that it is at, while rows are read out: its run, and its group.
  private var run = 0
  private var group = Int64.max
  /// What is held of the run, and the place of the row therein.
  private var held: [Int64] = []
  private var start = 0

  private struct Run {
    var cells: SpillWindow<Int64>
    var place = 0
    let count: Int
  }

  /// - Parameters:
  ///   - columns: those whose cells a row has; a bit for each.
  ///   - groups: the columns by which rows stand together, with the numbers of their values.
  init(
    _ columns: UInt64, by groups: [(column: Int, codes: GroupCodes)], _ access: QueryAccess, limit: Int
  ) {
    let others = DeliveryColumn.all.indices.filter { column in
      columns & 1 << UInt64(column) != 0 && !groups.contains { $0.column == column }
    }
    self.columns = others
    self.groups = groups.map(\.column)
    codes = groups.map(\.codes)
    offsets = DeliveryColumn.all.indices.map { column in
      if let place = groups.firstIndex(where: { $0.column == column }) { return place - groups.count }
      return (others.firstIndex(of: column) ?? 0) + 1
    }
    groupCount = groups.reduce(1) { $0 * $1.codes.count }
    common = Array(repeating: Self.unknown, count: groupCount * groups.count)
    self.access = access
    self.limit = limit
    rows.reserveCapacity(limit / 8 + width)
  }

  /// No cell has this.
  private static let unknown = Int64.max

  private var width: Int { columns.count + 1 }

  /// Takes the row at which a scan is.
  mutating func add(_ scan: inout DeliveryScan) throws {
    var number = 0
    for place in groups.indices {
      number = try number * codes[place].count + codes[place].code(of: scan.cell(groups[place]))
    }
    if common[number * groups.count] == Self.unknown {
      for place in groups.indices {
        common[number * groups.count + place] = try scan.cell(groups[place])
      }
    }
    rows.append(Int64(number))
    for place in columns.indices { rows.append(try scan.cell(columns[place])) }
    if rows.count * 8 >= limit { try moveToSpill() }
  }

  private mutating func moveToSpill() throws {
    guard let folder = access.temporaryFolder else {
      throw LedgerError.inconsistent("rows are grouped where no file may be made")
    }
    let spill = try self.spill ?? SpillFile(folder: folder)
    self.spill = spill
    let sorted = takeSorted()
    try access.takeTemporary(bytes: sorted.count * 8)
    runs.append(Run(cells: try SpillWindow(sorted, movedTo: spill), count: sorted.count / width))
  }

  /// Gives the rows in the order of their groups, and has none any more.
  private mutating func takeSorted() -> [Int64] {
    var places = [Int](repeating: 0, count: groupCount + 1)
    for start in stride(from: 0, to: rows.count, by: width) { places[Int(rows[start]) + 1] += width }
    for group in 0..<groupCount { places[group + 1] += places[group] }
    var sorted = [Int64](repeating: 0, count: rows.count)
    for start in stride(from: 0, to: rows.count, by: width) {
      let place = places[Int(rows[start])]
      for offset in 0..<width { sorted[place + offset] = rows[start + offset] }
      places[Int(rows[start])] += width
    }
    rows.removeAll(keepingCapacity: true)
    return sorted
  }

  /// Goes to the first row; call it behind the last `add`.
  mutating func finish() throws {
    let sorted = takeSorted()
    rows = []
    runs.append(Run(cells: SpillWindow(elements: sorted), count: sorted.count / width))
    run = runs.count
    try findRow()
  }

  var isAtEnd: Bool { group == .max }

  mutating func advance() throws {
    runs[run].place += 1
    let next = start + width
    if next + width <= held.count, held[next] == group { start = next } else { try findRow() }
  }

  /// The cell of a column in the row that it is at.
  func cell(_ column: Int) -> Int64 {
    let offset = offsets[column]
    if offset < 0 { return common[(Int(group) + 1) * groups.count + offset] }
    return held[start + offset]
  }

  /// Goes on to the next row of the group, or else to the first of the next group.
  private mutating func findRow() throws {
    while run < runs.count {
      if try head(of: run) == group { return held = runs[run].cells.elements }
      run += 1
    }
    group = .max
    for place in runs.indices {
      let head = try head(of: place)
      if head < group { (group, run) = (head, place) }
    }
    guard group != .max else { return }
    _ = try head(of: run)
    held = runs[run].cells.elements
  }

  /// The group of a run's next row, whose place becomes `start`; `max` at its end.
  private mutating func head(of run: Int) throws -> Int64 {
    guard runs[run].place < runs[run].count else { return .max }
    start = try runs[run].cells.index(
      of: runs[run].place * width, holding: width, ahead: max(4096, limit / runs.count))
    return runs[run].cells.elements[start]
  }
}
