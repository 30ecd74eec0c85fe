import ReceiptModel

/// The header of a CSV log, to see which mapping its columns are of: what stands in the first row has no say.
struct MappedTable {
  private let head: [UInt8]
  private let header: Range<Int>
  private let separator: UInt8?

  /// - Returns: `nil` for the header of Alibaba receipts.
  init?(_ head: [UInt8], _ text: Range<Int>) {
    let bytes = head.span
    var header: Range<Int>?
    var position = text.lowerBound
    var separator: UInt8?
    while position < text.upperBound, header == nil {
      let end = bytes.firstNewline(in: position..<text.upperBound) ?? text.upperBound
      let line = position..<bytes.endWithoutReturn(position..<end)
      if let named = CSVHeader.separatorLine(bytes, line) {
        separator = named
      } else if !bytes.trimmed(line).isEmpty {
        header = line
      }
      position = end + 1
    }
    guard let header, (try? CSVHeader(bytes, header, separator: separator)) == nil else { return nil }
    self.head = head
    self.header = header
    self.separator = separator
  }

  /// Whether the columns are those of a mapping.
  func fits(_ mapping: SourceMapping) -> Bool {
    let plan = MappingPlan(mapping)
    guard let columns = try? CSVHeader(mapped: plan, head.span, header, separator: separator) else {
      return false
    }
    return mapping.recognition.allSatisfy { sign in
      guard case .key(let column)? = sign.path.steps.first else { return false }
      return columns.isNamed(Array(column.utf8))
    }
  }
}
