import ReceiptModel

/// The tables that may follow one another in a file: logs that were joined, each with its header.
struct CSVTables {
  /// A table that begins.
  struct Table {
    let header: CSVHeader
    /// What names its columns, when they are not those of the receipt log.
    let mapping: SourceMapping?
    /// Whether it goes on with the columns of the one before.
    let isSame: Bool
  }

  private let options: ReadOptions
  /// Columns of some table; filled when a line first looks like a header.
  private var known: [SourceMapping]?

  init(options: ReadOptions) { self.options = options }

  /// The table whose header a line is: the header before once more, or all columns that make a table one of its source.
  ///
  /// No row is taken for a header: it would have to consist of the names of columns.
  mutating func table(
    _ bytes: Span<UInt8>, _ line: Range<Int>, behind header: CSVHeader, _ plan: MappingPlan?
  ) -> Table? {
    if header.isRepeated(in: bytes, line) {
      return Table(header: header, mapping: plan?.mapping, isSame: true)
    }
    if let named = options.mapping { return again(bytes, line, header, plan, named) }
    if let receipts = try? CSVHeader(bytes, line) {
      return Table(header: receipts, mapping: nil, isSame: false)
    }
    guard options.recognisesRecords else { return nil }
    let all =
      known
      ?? (options.mappings?() ?? []).filter {
        [.csv, .table].contains($0.form) && !$0.recognition.isEmpty
      }
    known = all
    let text = line.map { bytes[$0] }
    guard let table = MappedTable(text, 0..<text.count) else { return nil }
    let fitting = all.filter { table.fits($0) }
    let most = fitting.map(\.rank).max()
    let best = fitting.filter { $0.rank == most }
    guard best.count == 1, let mapping = best.first,
      let found = try? CSVHeader(mapped: MappingPlan(mapping), bytes, line)
    else { return nil }
    return Table(header: found, mapping: mapping, isSame: false)
  }

  /// A table of the mapping that was named, with other columns.
  private func again(
    _ bytes: Span<UInt8>, _ line: Range<Int>, _ header: CSVHeader, _ plan: MappingPlan?,
    _ mapping: SourceMapping
  ) -> Table? {
    guard let plan, let again = try? CSVHeader(mapped: plan, bytes, line),
      again.names.count(where: { !$0.isEmpty && header.isNamed($0) }) > 1
    else { return nil }
    return Table(header: again, mapping: mapping, isSame: false)
  }
}

extension CSVHeader {
  /// Whether a row may be a header: its cells begin as names do.
  ///
  /// A look at some bytes for nearly all rows, since keys, ids and times begin with digits.
  ///
  /// - Parameter isLike: whether the row has as many cells as this header has.
  @inline(__always)
  func mayBeHeader(_ bytes: Span<UInt8>, _ row: Range<Int>, isLike: Bool) -> Bool {
    guard let first = row.first,
      bytes[first] > UInt8(ascii: "9") || bytes[first] == UInt8(ascii: "\"") || !isLike
    else { return false }
    return beginsNames(bytes, row)
  }

  private func beginsNames(_ bytes: Span<UInt8>, _ row: Range<Int>) -> Bool {
    var isAtStart = true
    for position in row {
      switch bytes[position] {
      case UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: "|"), UInt8(ascii: ";"): isAtStart = true
      case UInt8(ascii: "\""): break
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
        isAtStart = false
      default:
        if isAtStart || bytes[position] < UInt8(ascii: " ") { return false }
      }
    }
    return true
  }
}
