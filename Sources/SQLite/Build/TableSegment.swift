/// Builds the leaf pages of a contiguous part of a table from rows that come in the order of their keys.
///
/// Segments of one table may be built at once, each on its own thread. Full blocks of pages go into the file as they
/// are ready, behind all pages that count, where nothing sees them until `TableBuild.finish` links them.
///
/// After an error a segment is of no more use.
package struct TableSegment: ~Copyable, Sendable {
  private let table: String
  private let shape: TableShape
  private let file: PageFile
  /// The pages that are not in the file yet; the one at `pageStart` is being filled.
  private var block: [UInt8]
  private var pageStart = 0
  private var leaf: LeafCount
  private var scratch: [UInt8]
  private let limit: Int
  private let filling: LeafOptions
  /// What stands above the leaves in the file.
  private var written: LeafParents
  /// The cells of the rows between the other leaves; when `isFull`, the last of them stands behind the page being filled.
  private var dividers: [UInt8] = []
  private var isFull = false
  private var firstKey: RowKey?
  private var lastKey: RowKey?
  private var rowCount = 0

  init(table: String, shape: TableShape, file: PageFile, filling: LeafOptions) {
    self.filling = filling
    self.table = table
    self.shape = shape
    self.file = file
    limit = BTreePage.maximumPayload(pageSize: file.pageSize)
    block = [UInt8](repeating: 0, count: filling.blockBytes)
    scratch = [UInt8](
      repeating: 0, count: RecordFormat.scratchCount(columns: shape.columns.count, limit: limit))
    leaf = LeafCount(pageSize: file.pageSize)
    written = LeafParents(in: file, most: filling.leavesInMemory)
  }

  /// The table's columns in the order that the cells of a batch have: the key first.
  package var columns: [String] { shape.columns }

  /// Adds all rows of a batch behind those already there.
  ///
  /// - Throws: `rowTooLong`, `notAscending`, `io`.
  package mutating func append(_ batch: RowBatch) throws(TableBuildError) {
    precondition(batch.columns.count == shape.columns.count, "a batch has the columns of its table")
    guard batch.rowCount > 0 else { return }
    let key = batch.key(ofRow: 0, count: shape.keyColumns)
    if let lastKey, !(lastKey < key) { throw .notAscending }
    var next = 0
    while next < batch.rowCount {
      if isFull { try nextPage() }
      switch fill(from: batch, &next) {
      case .atEnd: break
      case .pageIsFull:
        isFull = true
        next += 1
      case .rowTooLong: throw .rowTooLong(limit: limit)
      case .notAscending: throw .notAscending
      }
    }
    rowCount += batch.rowCount
    firstKey = firstKey ?? key
    lastKey = batch.key(ofRow: batch.rowCount - 1, count: shape.keyColumns)
  }

  /// The segment as a part of its table.
  package consuming func finish() throws(TableBuildError) -> LeafPages {
    guard let firstKey, let lastKey else { return LeafPages(table: table) }
    finishPage()
    let pageSize = file.pageSize
    var open = Array(block[pageStart..<pageStart + pageSize])
    block.removeLast(block.count - pageStart)
    if isFull {
      // No row came after the one that found the page full, and a leaf may not be empty.
      let last = BTreePage.cells(in: dividers).last ?? 0..<0
      let leaves = LeafPair(BTreePage.cells(ofLeaf: open) + [dividers[last]], pageSize: pageSize)
      dividers.removeLast(last.count)
      dividers += leaves.divider
      block += leaves.first
      open = leaves.second ?? []
    }
    return LeafPages(
      table: table, written: written, waiting: block + open, dividers: dividers, rowCount: rowCount,
      keys: (firstKey, lastKey))
  }
}

extension TableSegment {
  private mutating func fill(from batch: RowBatch, _ next: inout Int) -> LeafFilling.Stop {
    let page = pageStart..<pageStart + file.pageSize
    var (leaf, cell) = (leaf, [UInt8]())
    defer {
      self.leaf = leaf
      dividers += cell
    }
    let (columns, keyColumns, limit) = (shape.columns.count, shape.keyColumns, limit)
    let options = filling
    // Sound: all four buffers are lent until the filling returns, and it keeps none.
    return unsafe batch.withUnsafeRows { rows, arena in
      unsafe scratch.withUnsafeMutableBytes { scratch in
        unsafe block.withUnsafeMutableBytes { block in
          let filling = unsafe LeafFilling(
            rows: rows, arena: arena, columns: columns, keyColumns: keyColumns,
            spareBytes: options.spareBytes, omitsTrailingNulls: options.omitsTrailingNulls, limit: limit,
            scratch: scratch,
            page: UnsafeMutableRawBufferPointer(rebasing: block[page]))
          return filling.fill(&leaf, from: &next, cell: &cell)
        }
      }
    }
  }

  private mutating func nextPage() throws(TableBuildError) {
    finishPage()
    pageStart += file.pageSize
    if pageStart == block.count {
      // Behind each of these pages stands a row by now.
      try written.add(SiblingPages(pages: file.append(block[...]), dividers: dividers))
      dividers = []
      pageStart = 0
    }
    leaf = LeafCount(pageSize: file.pageSize)
    isFull = false
  }

  private mutating func finishPage() {
    BTreePage.finishLeaf(leaf, in: &block, at: pageStart)
  }
}
