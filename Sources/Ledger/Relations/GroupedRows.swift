import ReceiptModel
import SQLite

/// Rows that stand together when some of their columns have equal values; where rows have a device, those of a group are
/// in the order of devices.
///
/// Whoever counts the devices of a group keeps them in a tree of which only a part is in memory: in this order it grows at
/// its end.
///
/// Memory: about 2.5 times `limit`. Whenever that many bytes of rows are together, they are put in order and moved into a
/// temporary file; what is read out is merged from all these runs.
struct GroupedRows {
  private let layout: DeliveryLayout
  private let access: QueryAccess
  private let limit: Int
  /// What is not in a run yet.
  private var rows = DeliveryBlock()
  /// Memory to sort in.
  private var order = RadixOrder()
  private var spill: SpillFile?
  private var runs: [GroupedRun] = []
  private var heads = MergeHeap<Head>()

  private struct Head: Comparable {
    let key: GroupedRun.Key
    let run: Int

    @inline(__always)
    static func < (left: Head, right: Head) -> Bool { left.key < right.key }
    static func == (left: Head, right: Head) -> Bool { left.key == right.key }
  }

  /// Cells of a block that is read out.
  private static let mostCells = 1 << 14

  init(_ layout: DeliveryLayout, _ access: QueryAccess, limit: Int) {
    (self.layout, self.access, self.limit) = (layout, access, limit)
    rows.cells.reserveCapacity(limit / 8 + layout.width)
  }

  mutating func add(_ block: DeliveryBlock) throws {
    let (first, shift) = (rows.cells.count, rows.bytes.count)
    rows.cells.append(contentsOf: block.cells)
    rows.bytes.append(contentsOf: block.bytes)
    if let device = layout.device {
      for place in stride(from: first + device, to: rows.cells.count, by: layout.width) {
        rows.cells[place] = RowBatch.cell(rows.cells[place], movedBy: shift)
      }
    }
    if rows.cells.count * 8 + rows.bytes.count >= limit { try moveToSpill() }
  }

  private mutating func moveToSpill() throws {
    guard let folder = access.temporaryFolder else {
      throw LedgerError.inconsistent("rows are grouped where no file may be made")
    }
    let spill = try self.spill ?? SpillFile(folder: folder)
    self.spill = spill
    let sorted = takeSorted()
    try access.takeTemporary(bytes: sorted.cells.count * 8 + sorted.bytes.count)
    runs.append(try GroupedRun(sorted, of: layout, movedTo: spill))
  }

  /// Gives the rows in order, and has none any more.
  private mutating func takeSorted() -> DeliveryBlock {
    let width = layout.width
    if let device = layout.device { sortDevices(device) }
    var places = [Int](repeating: 0, count: layout.groupCount + 1)
    for start in stride(from: 0, to: rows.cells.count, by: width) {
      places[Int(rows.cells[start]) + 1] += width
    }
    for group in 0..<layout.groupCount { places[group + 1] += places[group] }
    var sorted = DeliveryBlock()
    sorted.cells = [Int64](repeating: 0, count: rows.cells.count)
    for row in 0..<rows.cells.count / width {
      let start = width * (layout.device == nil ? row : order.place(row))
      let group = Int(rows.cells[start])
      for offset in 0..<width { sorted.cells[places[group] + offset] = rows.cells[start + offset] }
      places[group] += width
    }
    if let device = layout.device { moveDevices(device, to: &sorted) }
    rows.cells.removeAll(keepingCapacity: true)
    rows.bytes.removeAll(keepingCapacity: true)
    return sorted
  }

  /// Makes `order` that of the rows by their devices.
  private mutating func sortDevices(_ column: Int) {
    order.removeAll(reserving: rows.cells.count / layout.width)
    for place in stride(from: column, to: rows.cells.count, by: layout.width) {
      order.append(rows.leadingBits(ofDevice: rows.cells[place]))
    }
    order.sort()
    let (rows, width) = (rows, layout.width)
    order.sortTies {
      rows.device(rows.cells[$0 * width + column]) < rows.device(rows.cells[$1 * width + column])
    }
  }

  /// Takes the devices over in the order of the rows.
  private func moveDevices(_ column: Int, to sorted: inout DeliveryBlock) {
    sorted.bytes.reserveCapacity(rows.bytes.count)
    for place in stride(from: column, to: sorted.cells.count, by: layout.width) {
      sorted.cells[place] = sorted.add(sorted.cells[place], from: rows.bytes.span)
    }
  }

  /// Goes to the first row; call it behind the last `add`.
  mutating func finish() throws {
    runs.append(try GroupedRun(takeSorted(), of: layout, movedTo: nil))
    (rows, order) = (DeliveryBlock(), RadixOrder())
    for run in runs.indices {
      if let key = try runs[run].key(ahead: ahead) { heads.push(Head(key: key, run: run)) }
    }
  }

  /// The next rows, all of one group; `nil` behind the last.
  mutating func next() throws -> DeliveryBlock? {
    guard !heads.isEmpty else { return nil }
    let group = heads.first.key.group
    var block = DeliveryBlock()
    while !heads.isEmpty, heads.first.key.group == group, block.cells.count < Self.mostCells {
      let head = heads.first
      let next = try runs[head.run].take(head.key, into: &block, most: Self.mostCells, ahead: ahead)
      if let next {
        heads.first = Head(key: next, run: head.run)
      } else {
        heads.removeFirst()
      }
    }
    return block
  }

  /// Bytes that are read of a run at a time.
  private var ahead: Int { max(4096, limit / 2 / runs.count) }
}
