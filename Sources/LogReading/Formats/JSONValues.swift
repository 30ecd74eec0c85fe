import ReceiptModel

/// JSON arrays of objects: one, several one after another, or each in an envelope, `{"meta": …, "data": [ … ]}`.
///
/// Each object is a record and is read like a line. What stands between them is kept to what JSON allows, except that
/// a missing comma is forgiven; anything else is refused as one record, up to the next line or object.
struct JSONValues: ~Copyable {
  private var records: JSONRecords
  private var place = Place.outside
  private var isInEnvelope = false
  private let countsTail: Bool

  /// What may come next.
  private enum Place {
    case outside
    case element, afterElement
    case member, afterMember
  }

  init(options: ReadOptions, countsTail: Bool) {
    records = JSONRecords(unwrap: options.unwrap)
    self.countsTail = countsTail
  }

  /// Reads whole records of `range` until it ends or the run is full.
  ///
  /// - Parameter isLast: whether nothing follows `range`.
  /// - Returns: where that begins that was not read.
  mutating func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, isLast: Bool, account: inout RecordAccount,
    into run: inout EventRun
  ) throws(InputError) -> Int {
    var position = range.lowerBound
    let end = range.upperBound
    while !account.isFull(&run) {
      if place == .outside { position = bytes.afterMark(position..<end) }
      JSONScanner.skipSpace(bytes, &position, end)
      guard position < end else { break }
      switch (place, bytes[position]) {
      case (.element, UInt8(ascii: "{")):
        guard let next = try readRecord(bytes, position..<end, isLast, &account, &run) else {
          return position
        }
        position = next
        place = .afterElement
      case (.outside, UInt8(ascii: "[")):
        isInEnvelope = false
        place = .element
        position += 1
      case (.outside, UInt8(ascii: "{")):
        switch isEnvelope(bytes, position..<end, isLast, &account) {
        case true?:
          isInEnvelope = true
          place = .member
          position += 1
        case false?:
          guard let next = try readRecord(bytes, position..<end, isLast, &account, &run) else {
            return position
          }
          position = next
        case nil: return position
        }
      case (.outside, UInt8(ascii: "`")) where bytes.isFenced(position..<end):
        guard let newline = bytes.firstNewline(in: position..<end) ?? (isLast ? end - 1 : nil) else {
          return position
        }
        position = newline + 1
        account.ignore(next: position)
      case (.afterElement, UInt8(ascii: ",")):
        place = .element
        position += 1
      case (.afterElement, UInt8(ascii: "{")): place = .element
      case (.element, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")):
        place = isInEnvelope ? .afterMember : .outside
        position += 1
      case (.afterMember, UInt8(ascii: ",")):
        place = .member
        position += 1
      case (.afterMember, UInt8(ascii: "}")), (.member, UInt8(ascii: "}")):
        place = .outside
        position += 1
      case (.member, UInt8(ascii: "\"")):
        guard let next = try readMember(bytes, position..<end, isLast, &account) else { return position }
        position = next
      default:
        guard let next = try skipJunk(bytes, position..<end, isLast, &account) else { return position }
        position = next
      }
    }
    return position
  }

  /// Reads the object at the start of `range`.
  ///
  /// - Returns: where it ends, or `nil` when more bytes are needed.
  private mutating func readRecord(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ isLast: Bool, _ account: inout RecordAccount,
    _ run: inout EventRun
  ) throws(InputError) -> Int? {
    let start = range.lowerBound
    if let end = records.readFast(bytes, at: start), end <= range.upperBound, end - start <= recordLimit {
      try account.accept(records.fields, of: bytes, record: start..<end, of: bytes, next: end, into: &run)
      return end
    }
    if let end = account.matchMapped(bytes, at: start), end <= range.upperBound, end - start <= recordLimit {
      try account.acceptMatched(start..<end, of: bytes, next: end, into: &run)
      return end
    }
    guard let end = Self.endOfValue(bytes, range) else {
      return try readUnfinished(bytes, range, isLast, &account)
    }
    guard end - start <= recordLimit else {
      try account.reject(Rejection(.lineTooLong), record: start..<end, of: bytes, next: end)
      return end
    }
    _ = try records.readSlowly(
      bytes, start..<end, record: start..<end, next: end, account: &account, into: &run)
    return end
  }
}

// MARK: - Between records

extension JSONValues {
  /// Whether the object at the start of `range` holds records under `data` and is none itself.
  ///
  /// - Returns: `nil` when more bytes are needed to tell.
  private func isEnvelope(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ isLast: Bool, _ account: inout RecordAccount
  ) -> Bool? {
    guard !account.sources.isNamed, Envelope.begins(bytes, range) else { return false }
    guard let end = Self.endOfValue(bytes, range), end - range.lowerBound <= recordLimit else {
      // What is longer than a record may be is none.
      return isLast || range.count > recordLimit ? true : nil
    }
    return Envelope.isOne(bytes, range.lowerBound..<end, &account.sources)
  }

  /// Reads a key of the envelope and, unless its value is the array of records, the value.
  private mutating func readMember(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ isLast: Bool, _ account: inout RecordAccount
  ) throws(InputError) -> Int? {
    guard let keyEnd = Self.endOfValue(bytes, range) else {
      return try readUnfinished(bytes, range, isLast, &account)
    }
    var position = keyEnd
    JSONScanner.skipSpace(bytes, &position, range.upperBound)
    if position < range.upperBound, bytes[position] != UInt8(ascii: ":") {
      return try skipJunk(bytes, range, isLast, &account)
    }
    position += 1
    JSONScanner.skipSpace(bytes, &position, range.upperBound)
    if position < range.upperBound, bytes[position] == UInt8(ascii: "["),
      bytes.holds("data", in: range.lowerBound + 1..<keyEnd - 1)
    {
      place = .element
      return position + 1
    }
    guard position < range.upperBound, let end = Self.endOfValue(bytes, position..<range.upperBound) else {
      return try readUnfinished(bytes, range, isLast, &account)
    }
    place = .afterMember
    return end
  }

  /// What to do with a value whose end is not there: wait for more, or give it up when it is too long or the last.
  private func readUnfinished(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ isLast: Bool, _ account: inout RecordAccount
  ) throws(InputError) -> Int? {
    if range.count > recordLimit {
      let next = bytes.firstNewline(in: range) ?? range.upperBound
      try account.reject(Rejection(.lineTooLong), record: range.lowerBound..<next, of: bytes, next: next)
      return next
    }
    guard isLast else { return nil }
    guard countsTail else {
      account.pendingBytes = range.count
      return nil
    }
    try account.reject(Rejection(.notJSON), record: range, of: bytes, next: range.upperBound)
    return range.upperBound
  }

  /// Refuses what cannot stand here, up to the next line or object; a value that is no object as such.
  private mutating func skipJunk(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ isLast: Bool, _ account: inout RecordAccount
  ) throws(InputError) -> Int? {
    if place == .element, let end = Self.endOfValue(bytes, range) {
      try account.reject(Rejection(.notObject), record: range.lowerBound..<end, of: bytes, next: end)
      place = .afterElement
      return end
    }
    let stop = range.dropFirst().first {
      bytes[$0] == UInt8(ascii: "\n") || bytes[$0] == UInt8(ascii: "{")
    }
    guard let stop else { return try readUnfinished(bytes, range, isLast, &account) }
    try account.reject(Rejection(.notJSON), record: range.lowerBound..<stop, of: bytes, next: stop)
    return stop
  }

  /// The end of the value at the start of `range`, by its brackets and texts alone; `nil` when it is not there or no
  /// value begins like that.
  static func endOfValue(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var position = range.lowerBound
    var depth = 0
    var isInText = false
    while position < range.upperBound {
      let byte = bytes[position]
      if isInText {
        if byte == UInt8(ascii: "\\") {
          position += 1
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
          if depth == 0 { return position + 1 }
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D,
          0x09:
          if depth == 0 { return position > range.lowerBound ? position : nil }
          if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
            depth -= 1
            if depth == 0 { return position + 1 }
          }
        default: break
        }
      }
      position += 1
    }
    return nil
  }
}
