import ReceiptModel

/// The columns of a CSV log: what separates them and which of them are fields.
struct CSVHeader {
  let separator: UInt8
  /// The slot of each column in `ReceiptFields`.
  let slots: [Int]
  let names: [[UInt8]]
  /// The number of each column's name in a mapping, or -1; empty for receipts.
  let mappedNames: [Int32]

  /// What may separate columns.
  static let separators = [UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: "|"), UInt8(ascii: ";")]

  /// Reads the header that is `line`.
  ///
  /// - Parameter separator: that of a `sep=` line before it.
  /// - Throws: `csvHeader` when a required column is missing or two separators would fit; `csvDuplicateColumn`.
  init(_ bytes: Span<UInt8>, _ line: Range<Int>, separator: UInt8? = nil) throws(InputError) {
    let readings = (separator.map { [$0] } ?? Self.separators).map { separator in
      (separator: separator, names: Self.cells(bytes, line, separator))
    }
    let fitting = readings.filter { Self.missing(from: $0.names).isEmpty }
    guard let reading = fitting.first, fitting.count == 1 else {
      let closest = readings.min { Self.missing(from: $0.names).count < Self.missing(from: $1.names).count }
      throw .csvHeader(missing: fitting.isEmpty ? closest.map { Self.missing(from: $0.names) } ?? [] : [])
    }
    try self.init(names: reading.names, separator: reading.separator)
  }

  /// The columns that the user named, for a log whose first line is `line`.
  init(
    columns: [String], _ bytes: Span<UInt8>, _ line: Range<Int>, separator: UInt8? = nil
  ) throws(InputError) {
    let names = columns.map { Array($0.utf8) }
    let missing = Self.missing(from: names)
    guard missing.isEmpty else { throw .csvHeader(missing: missing) }
    let fitting = (separator.map { [$0] } ?? Self.separators).filter {
      Self.cells(bytes, line, $0).count == names.count
    }
    guard let found = fitting.first else { throw .csvHeader(missing: []) }
    try self.init(names: names, separator: found)
  }

  private init(names: [[UInt8]], separator: UInt8) throws(InputError) {
    for (index, name) in names.enumerated() where !name.isEmpty && names[..<index].contains(name) {
      throw .csvDuplicateColumn(String(decoding: name, as: UTF8.self))
    }
    self.names = names
    self.separator = separator
    mappedNames = []
    slots = names.map { name in
      ReceiptField(name: name.span, 0..<name.count)?.slot ?? ReceiptFields.unusedSlot
    }
  }

  init(mappedNames names: [[UInt8]], _ plan: MappingPlan, separator: UInt8) throws(InputError) {
    for (index, name) in names.enumerated() where !name.isEmpty && names[..<index].contains(name) {
      throw .csvDuplicateColumn(String(decoding: name, as: UTF8.self))
    }
    self.names = names
    self.separator = separator
    slots = names.map { _ in ReceiptFields.unusedSlot }
    mappedNames = names.map { plan.name(of: $0) ?? -1 }
  }

  func isNamed(_ column: [UInt8]) -> Bool { names.contains { $0.isName(column) } }

  /// Whether a line is this header once more.
  func isRepeated(in bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    Self.cells(bytes, line, separator) == names
  }

  /// Adds the columns that mean nothing here.
  func noteUnknown(in list: inout NameList) {
    for (name, number) in zip(names, mappedNames) where number < 0 && !name.isEmpty {
      list.add(name.span, 0..<name.count)
    }
    guard mappedNames.isEmpty else { return }
    for (name, slot) in zip(names, slots) where slot == ReceiptFields.unusedSlot && !name.isEmpty {
      let bytes = name.span
      if !ReceiptField.isExpected(name: bytes, 0..<name.count) { list.add(bytes, 0..<name.count) }
    }
  }
}

extension CSVHeader {
  /// The separator named by a line like `sep=;`, which spreadsheets write and read.
  static func separatorLine(_ bytes: Span<UInt8>, _ line: Range<Int>) -> UInt8? {
    let content = bytes.afterMark(line)..<bytes.endWithoutReturn(line)
    guard content.count == 5, bytes.holds("sep=", in: content.lowerBound..<content.lowerBound + 4) else {
      return nil
    }
    return bytes[content.upperBound - 1]
  }

  /// Whether at least one cell, however they are separated, is the name of a field.
  static func namesAnyField(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    separators.contains { separator in
      cells(bytes, line, separator).contains { ReceiptField(name: $0.span, 0..<$0.count) != nil }
    }
  }

  /// The cells of a line without the quotation marks around them.
  static func cells(_ bytes: Span<UInt8>, _ line: Range<Int>, _ separator: UInt8) -> [[UInt8]] {
    let content = bytes.afterMark(line)..<bytes.endWithoutReturn(line)
    let quote = UInt8(ascii: "\"")
    return content.map { bytes[$0] }.split(separator: separator, omittingEmptySubsequences: false).map {
      cell in
      cell.count >= 2 && cell.first == quote && cell.last == quote
        ? Array(cell.dropFirst().dropLast()) : Array(cell)
    }
  }

  private static func missing(from names: [[UInt8]]) -> [String] {
    var missing = ReceiptField.ofEveryReceipt.map(\.rawValue).filter {
      !names.contains(Array($0.utf8))
    }
    if ![ReceiptField.eventTime, .logTime].contains(where: { names.contains(Array($0.rawValue.utf8)) }) {
      missing.append(ReceiptField.eventTime.rawValue)
    }
    return missing
  }
}
