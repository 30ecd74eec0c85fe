/// Splits one CSV record into cells by RFC 4180.
struct CSVRecord: ~Copyable {
  /// What a look at a record found.
  enum Outcome {
    /// The record ends at `end`, the next one begins at `next`.
    case complete(end: Int, next: Int, physicalLines: Int)
    /// The bytes end before the record does; `isInQuotes` when a quotation mark is open.
    case unfinished(isInQuotes: Bool)
    case badQuote
  }

  private(set) var fields = ReceiptFields()
  private(set) var cellCount = 0
  /// Whether a quoted cell holds doubled quotation marks, which have to be undone.
  private(set) var hasDoubledQuotes = false
  private(set) var hasNUL = false
  /// Whether all bytes are ASCII for sure.
  private(set) var isASCII = true

  private static let quote = UInt8(ascii: "\"")
  private static let newline = UInt8(ascii: "\n")
  private static let physicalLineLimit = 1000

  /// Reads the record at the start of `range`.
  ///
  /// - Parameter isLast: whether the end of `range` ends the record too.
  mutating func read(_ bytes: Span<UInt8>, _ range: Range<Int>, _ header: CSVHeader, isLast: Bool) -> Outcome
  {
    fields.removeAll()
    fields.isFromCSV = true
    cellCount = 0
    hasDoubledQuotes = false
    var seen: UInt8 = 0
    hasNUL = false
    let slots = header.slots.span
    let separator = header.separator
    let limit = range.upperBound
    var position = range.lowerBound
    var physicalLines = 1
    while true {
      var cell: Range<Int>
      if position < limit, bytes[position] == Self.quote {
        let start = position + 1
        guard let close = closingQuote(bytes, start..<limit, &physicalLines, &seen) else {
          let isHopeless = limit - range.lowerBound > recordLimit || physicalLines > Self.physicalLineLimit
          return isHopeless ? .badQuote : .unfinished(isInQuotes: true)
        }
        cell = start..<close
        position = close + 1
        if position < limit, bytes[position] == UInt8(ascii: "\r"), position + 1 < limit || isLast {
          position += 1
        }
        if position < limit, bytes[position] != separator, bytes[position] != Self.newline {
          return bytes[position] == UInt8(ascii: "\r") ? .unfinished(isInQuotes: false) : .badQuote
        }
      } else {
        let start = position
        while true {
          position = bytes.cellEnd(in: position..<limit, separator: separator, &seen)
          guard position < limit, bytes[position] != separator, bytes[position] != Self.newline else { break }
          if bytes[position] == Self.quote { return .badQuote }
          hasNUL = true
          position &+= 1
        }
        let endsLine = position == limit || bytes[position] == Self.newline
        cell = start..<(endsLine ? bytes.endWithoutReturn(start..<position) : position)
      }
      if cellCount < slots.count {
        fields[slot: slots[cellCount]] = FieldValue(cell, .text)
      }
      cellCount += 1
      if position == limit {
        guard isLast else { return .unfinished(isInQuotes: false) }
        isASCII = seen < 0x80
        return .complete(end: limit, next: limit, physicalLines: physicalLines)
      }
      if bytes[position] == Self.newline {
        isASCII = seen < 0x80
        let end = bytes.endWithoutReturn(range.lowerBound..<position)
        return .complete(end: end, next: position + 1, physicalLines: physicalLines)
      }
      position += 1
    }
  }

  /// The quotation mark that closes a cell beginning at the start of `range`.
  private mutating func closingQuote(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ physicalLines: inout Int, _ seen: inout UInt8
  ) -> Int? {
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      seen |= byte
      if byte == Self.quote {
        guard position + 1 < range.upperBound, bytes[position + 1] == Self.quote else { return position }
        hasDoubledQuotes = true
        position += 1
      } else if byte == Self.newline {
        physicalLines += 1
        if physicalLines > Self.physicalLineLimit { return nil }
      } else if byte == 0 {
        hasNUL = true
      }
      position += 1
    }
    return nil
  }

  /// Copies the values into `scratch` with doubled quotation marks undone, and points the fields there.
  mutating func undoubleQuotes(_ bytes: Span<UInt8>, into scratch: inout [UInt8]) {
    scratch.removeAll(keepingCapacity: true)
    for slot in 0..<ReceiptFields.unusedSlot {
      let value = fields[slot: slot]
      guard value.form == .text else { continue }
      let start = scratch.count
      var position = value.range.lowerBound
      while position < value.range.upperBound {
        scratch.append(bytes[position])
        position += bytes[position] == Self.quote ? 2 : 1
      }
      fields[slot: slot] = FieldValue(start..<scratch.count, .text)
    }
  }
}

// MARK: - Plain rows

extension CSVRecord {
  /// Gets ready for rows that are read by `readPlain` under the same header.
  mutating func beginPlain() {
    fields.removeAll()
    fields.isFromCSV = true
  }

  /// Reads the row at the start of `range` if it is a plain one, as nearly all are: a cell for each of `slots`, no
  /// quotation mark, no NUL, UTF-8, and a line end with some bytes behind it.
  ///
  /// Such a row is what `read` finds, cell for cell, without a search for each of them.
  ///
  /// - Returns: where it ends and where the next one begins; `nil` for any other, when some of `fields` may have been set.
  @inline(__always)
  mutating func readPlain(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ slots: Span<Int>, separator: UInt8
  ) -> (end: Int, next: Int)? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count, bytes.afterMark(range) == range.lowerBound
    else { return nil }
    var block = range.lowerBound &- 64
    var stops: UInt64 = 0
    var seen = SIMD16<Int8>(repeating: 0)
    var start = range.lowerBound
    var stop = start
    var index = 0
    while index < slots.count {
      while stops == 0 {
        block &+= 64
        guard block &+ 64 <= range.upperBound else { return nil }
        // Sound: that was just checked, and the block only moves on.
        stops = unsafe bytes.uncheckedCellStops(at: block, separator: separator, &seen)
      }
      stop = block &+ stops.trailingZeroBitCount
      stops &= stops &- 1
      fields[slot: slots[index]] = FieldValue(from: start, count: stop &- start, .text)
      index &+= 1
      guard bytes[stop] == separator else { break }
      start = stop &+ 1
    }
    guard index == slots.count, index > 1, bytes[stop] == Self.newline else { return nil }
    var end = stop
    if stop > start, bytes[stop &- 1] == UInt8(ascii: "\r") {
      end &-= 1
      fields[slot: slots[index &- 1]] = FieldValue(from: start, count: end &- start, .text)
    }
    let record = range.lowerBound..<end
    guard record.count <= recordLimit else { return nil }
    let (low, high) = Span.words(seen .< SIMD16<Int8>(repeating: 0))
    guard low | high == 0 || bytes.isMostlyASCIIAndUTF8(in: record) else { return nil }
    return (end, stop &+ 1)
  }
}
