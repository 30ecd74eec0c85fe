import ReceiptModel

/// Columns of a mapping.
extension CSVHeader {
  /// Reads the header that is `line`, with the separator that gives most of the columns the mapping names.
  ///
  /// - Throws: `csvHeader` when a field that must be there has no column; `csvDuplicateColumn`.
  init(mapped plan: MappingPlan, _ bytes: Span<UInt8>, _ line: Range<Int>, separator: UInt8? = nil)
    throws(InputError)
  {
    let readings = (separator.map { [$0] } ?? Self.separators).map { separator in
      (separator: separator, names: Self.cells(bytes, line, separator))
    }
    let known = readings.map { reading in reading.names.count { plan.name(of: $0) != nil } }
    guard let most = known.max(), let place = known.firstIndex(of: most) else {
      throw .csvHeader(missing: [])
    }
    let missing = plan.missingColumns(from: readings[place].names)
    guard missing.isEmpty else { throw .csvHeader(missing: missing) }
    try self.init(mappedNames: readings[place].names, plan, separator: readings[place].separator)
  }

  /// The header of a mapping or, without one, of receipts.
  init(of plan: MappingPlan?, _ bytes: Span<UInt8>, _ line: Range<Int>, separator: UInt8? = nil)
    throws(InputError)
  {
    guard let plan else {
      try self.init(bytes, line, separator: separator)
      return
    }
    try self.init(mapped: plan, bytes, line, separator: separator)
  }

  /// The columns that the user named, of a mapping or, without one, of receipts.
  init(
    of plan: MappingPlan?, columns: [String], _ bytes: Span<UInt8>, _ line: Range<Int>, separator: UInt8?
  ) throws(InputError) {
    guard let plan else {
      try self.init(columns: columns, bytes, line, separator: separator)
      return
    }
    try self.init(mapped: plan, columns: columns, bytes, line, separator: separator)
  }

  /// The columns that the user named, for a log whose first line is `line`.
  init(
    mapped plan: MappingPlan, columns: [String], _ bytes: Span<UInt8>, _ line: Range<Int>,
    separator: UInt8? = nil
  ) throws(InputError) {
    let names = columns.map { Array($0.utf8) }
    let missing = plan.missingColumns(from: names)
    guard missing.isEmpty else { throw .csvHeader(missing: missing) }
    let fitting = (separator.map { [$0] } ?? Self.separators).first {
      Self.cells(bytes, line, $0).count == names.count
    }
    guard let fitting else { throw .csvHeader(missing: []) }
    try self.init(mappedNames: names, plan, separator: fitting)
  }

  /// The cells of a record under columns that mean something.
  ///
  /// - Parameter record: a whole record, as `CSVRecord` found it.
  func values(_ bytes: Span<UInt8>, _ record: Range<Int>) -> [NamedValue] {
    let quote = UInt8(ascii: "\"")
    var result: [NamedValue] = []
    result.reserveCapacity(mappedNames.count)
    var position = record.lowerBound
    for name in mappedNames {
      guard position <= record.upperBound else { break }
      var value = NamedValue(name: name, range: 0..<0)
      if position < record.upperBound, bytes[position] == quote {
        let start = position + 1
        position = start
        while position < record.upperBound,
          bytes[position] != quote || position + 1 < record.upperBound && bytes[position + 1] == quote
        {
          if bytes[position] == quote {
            value.hasDoubledQuotes = true
            position += 1
          }
          position += 1
        }
        value.range = start..<min(position, record.upperBound)
        position += 1
      } else {
        let start = position
        var seen: UInt8 = 0
        position = bytes.cellEnd(in: position..<record.upperBound, separator: separator, &seen)
        value.range = start..<position
      }
      if name >= 0, !value.range.isEmpty { result.append(value) }
      position += 1
    }
    return result
  }
}

extension [UInt8] {
  /// Whether a column with this name is the one that a mapping calls so.
  func isName(_ name: [UInt8]) -> Bool { self == name || inLowerCase == name }

  fileprivate var inLowerCase: [UInt8] {
    map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}

extension MappingPlan {
  /// The number of a column's name, which a warehouse may write in capitals.
  func name(of column: [UInt8]) -> Int32? {
    let entry = names.entry(column.span, 0..<column.count)
    let folded = column.inLowerCase
    return (entry ?? names.entry(folded.span, 0..<folded.count)).map { Int32($0) }
  }

  /// Columns without which no record can be read; of several that would do, the first.
  func missingColumns(from columns: [[UInt8]]) -> [String] {
    var missing: [String] = []
    for field in mapping.yield.needs {
      guard let rule = mapping.fields[field], rule.fallback == nil else { continue }
      let paths: [FieldPath]
      switch rule.origin {
      case .constant: continue
      case .first(let candidates): paths = candidates
      case .joined(let all), .sum(let all): paths = all
      }
      let keys = paths.compactMap { if case .key(let key)? = $0.steps.first { key } else { nil } }
      guard let first = keys.first,
        !keys.contains(where: { key in columns.contains { $0.isName(Array(key.utf8)) } })
      else { continue }
      missing.append(first)
    }
    return missing
  }
}
