import ReceiptModel

/// The first two lines of a CSV log, to see which mapping they are of.
struct MappedTable {
  private let head: [UInt8]
  private let header: Range<Int>
  private let row: Range<Int>?
  private let separator: UInt8?

  /// - Returns: `nil` for the header of Alibaba receipts.
  init?(_ head: [UInt8], _ text: Range<Int>) {
    let bytes = head.span
    var lines: [Range<Int>] = []
    var position = text.lowerBound
    var separator: UInt8?
    while position < text.upperBound, lines.count < 2 {
      let end = bytes.firstNewline(in: position..<text.upperBound) ?? text.upperBound
      let line = position..<bytes.endWithoutReturn(position..<end)
      if let named = CSVHeader.separatorLine(bytes, line), lines.isEmpty {
        separator = named
      } else if !bytes.trimmed(line).isEmpty {
        lines.append(line)
      }
      position = end + 1
    }
    guard let header = lines.first, (try? CSVHeader(bytes, header, separator: separator)) == nil else {
      return nil
    }
    self.head = head
    self.header = header
    self.separator = separator
    row = lines.dropFirst().first
  }

  /// Whether the columns, and the first row where values matter, are those of a mapping.
  func fits(_ mapping: SourceMapping) -> Bool {
    var receipt = MappedReceipt(mapping, options: ReadOptions())
    guard let columns = try? CSVHeader(mapped: receipt.plan, head.span, header, separator: separator) else {
      return false
    }
    var values: [NamedValue] = []
    var record = CSVRecord()
    if let row, case .complete = record.read(head.span, row, columns, isLast: true) {
      values = columns.values(head.span, row)
    }
    // A column that is there is one whatever stands under it.
    let named = Set(values.map(\.name))
    values += columns.names(in: receipt.plan).filter { !named.contains($0) }.map {
      NamedValue(name: $0, range: 0..<0)
    }
    receipt.tree.fill(values, of: head.span)
    return receipt.isRecognised
  }
}
