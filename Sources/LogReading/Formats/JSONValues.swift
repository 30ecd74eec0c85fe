import ReceiptModel

/// JSON arrays of objects: one, several one after another, or each in an envelope, `{"meta": …, "data": [ … ]}`, and
/// objects over several lines.
///
/// Each object is a record and is read like a line. What stands between them is kept to what JSON allows, except that
/// a missing comma and comments are forgiven; anything else is refused as one record, up to the next line or object. An
/// array without elements is one record that tells nothing, so that no line goes uncounted.
struct JSONValues: ~Copyable {
  private var records: JSONRecords
  private var place = Place.outside
  private var isInEnvelope = false
  /// Whether the values stand among JSON Lines: then one is read at a time, and lines are counted as they lie in the file.
  private let isAmongLines: Bool
  /// Up to where line ends have been counted, among lines.
  private var counted = 0

  /// What may come next.
  private enum Place {
    case outside
    /// The first element, or any other.
    case first, element
    case afterElement
    case member, afterMember
  }

  init(options: ReadOptions, isAmongLines: Bool = false) {
    records = JSONRecords(unwrap: options.unwrap)
    self.isAmongLines = isAmongLines
  }

  /// Whether a value has been begun that is not over.
  var isInside: Bool { place != .outside }

  /// Gives up the value that was begun.
  mutating func leave() { place = .outside }

  /// Reads whole records of `range` until it ends or the batch is full; among lines, until one value is over.
  ///
  /// - Parameter end: what follows `range`.
  /// - Returns: where that begins that was not read.
  mutating func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, until end: End, account: inout RecordAccount,
    into batch: inout EventBatch
  ) throws(InputError) -> Int {
    counted = range.lowerBound
    let position = try walk(bytes, range, end, &account, &batch)
    countLineEnds(bytes, upTo: position, &account)
    return position
  }

  /// What follows the bytes at hand.
  enum End {
    /// More bytes.
    case more
    /// Nothing now; what is not whole may still be written.
    case pause
    /// Nothing that belongs to what is not whole.
    case last

    init(isLast: Bool, countsTail: Bool) { self = !isLast ? .more : countsTail ? .last : .pause }
  }

  private mutating func walk(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ until: End, _ account: inout RecordAccount,
    _ batch: inout EventBatch
  ) throws(InputError) -> Int {
    var position = range.lowerBound
    let end = range.upperBound
    while !account.isFull(&batch) {
      if place == .outside { position = bytes.afterMark(position..<end) }
      JSONScanner.skipSpace(bytes, &position, end)
      guard position < end else { break }
      switch (place, bytes[position]) {
      case (.first, UInt8(ascii: "{")), (.element, UInt8(ascii: "{")):
        guard let next = try readRecord(bytes, position..<end, until, &account, &batch) else {
          return position
        }
        position = next
        place = .afterElement
      case (.outside, UInt8(ascii: "[")):
        isInEnvelope = false
        place = .first
        position += 1
      case (.outside, UInt8(ascii: "{")):
        switch isEnvelope(bytes, position..<end, until, &account) {
        case true?:
          isInEnvelope = true
          place = .member
          position += 1
        case false?:
          guard let next = try readRecord(bytes, position..<end, until, &account, &batch) else {
            return position
          }
          position = next
        case nil: return position
        }
      case (.outside, UInt8(ascii: "`")) where bytes.isFenced(position..<end):
        guard let newline = bytes.firstNewline(in: position..<end) ?? (until != .more ? end - 1 : nil) else {
          return position
        }
        position = newline + 1
        account.ignore(next: position)
      case (.afterElement, UInt8(ascii: ",")):
        place = .element
        position += 1
      case (.afterElement, UInt8(ascii: "{")): place = .element
      case (.first, UInt8(ascii: "]")), (.element, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")):
        position += 1
        if place == .first { account.ignore(next: position, physicalLines: lines(bytes, upTo: position)) }
        place = isInEnvelope ? .afterMember : .outside
      case (.afterMember, UInt8(ascii: ",")):
        place = .member
        position += 1
      case (.afterMember, UInt8(ascii: "}")), (.member, UInt8(ascii: "}")):
        place = .outside
        position += 1
      case (.member, UInt8(ascii: "\"")):
        guard let next = try readMember(bytes, position..<end, until, &account) else { return position }
        position = next
      case (_, UInt8(ascii: "/")) where end - position == 1 && until == .more: return position
      case (_, UInt8(ascii: "/")):
        guard let comment = JSONComment(bytes, position..<end) else { fallthrough }
        guard let next = comment.end ?? (until != .more ? end : nil) else { return position }
        position = next
      default:
        guard let next = try skipJunk(bytes, position..<end, until, &account) else { return position }
        position = next
      }
      if isAmongLines, place == .outside { break }
    }
    return position
  }

  /// Reads the object at the start of `range`.
  ///
  /// - Returns: where it ends, or `nil` when more bytes are needed.
  private mutating func readRecord(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ until: End, _ account: inout RecordAccount,
    _ batch: inout EventBatch
  ) throws(InputError) -> Int? {
    let start = range.lowerBound
    countLineEnds(bytes, upTo: start, &account)
    if let end = records.readFast(bytes, at: start), end <= range.upperBound, end - start <= recordLimit {
      try account.accept(
        records.fields, of: bytes, record: start..<end, of: bytes, next: end,
        physicalLines: lines(bytes, upTo: end), into: &batch)
      return end
    }
    if let end = account.matchMapped(bytes, at: start), end <= range.upperBound, end - start <= recordLimit {
      try account.acceptMatched(
        start..<end, of: bytes, next: end, physicalLines: lines(bytes, upTo: end), into: &batch)
      return end
    }
    let extent = JSONExtent(bytes, range)
    guard let end = extent.end else { return try readUnfinished(bytes, range, extent, until, &account) }
    guard end - start <= recordLimit else {
      try reject(.lineTooLong, bytes, start..<end, next: end, &account)
      return end
    }
    _ = try records.readSlowly(
      bytes, start..<end, record: start..<end, next: end, physicalLines: lines(bytes, upTo: end),
      account: &account, into: &batch)
    return end
  }
}

// MARK: - Lines

extension JSONValues {
  /// Counts the line ends before `place` that are in no record.
  private mutating func countLineEnds(
    _ bytes: Span<UInt8>, upTo place: Int, _ account: inout RecordAccount
  ) {
    guard isAmongLines, place > counted else { return }
    account.pass(lineEnds: bytes.newlines(in: counted..<place), next: place)
    counted = place
  }

  /// What a record counts for that goes on to `end`: as one line of an array, and among lines as the line ends in it.
  private mutating func lines(_ bytes: Span<UInt8>, upTo end: Int) -> Int {
    guard isAmongLines else { return 1 }
    defer { counted = end }
    return bytes.newlines(in: counted..<end)
  }

  private mutating func reject(
    _ reason: RejectionReason, _ bytes: Span<UInt8>, _ record: Range<Int>, next: Int,
    _ account: inout RecordAccount
  ) throws(InputError) {
    countLineEnds(bytes, upTo: record.lowerBound, &account)
    try account.reject(
      Rejection(reason), record: record, of: bytes, next: next, physicalLines: lines(bytes, upTo: next))
  }
}

// MARK: - Between records

extension JSONValues {
  /// Whether the object at the start of `range` holds records under `data` and is none itself.
  ///
  /// - Returns: `nil` when more bytes are needed to tell.
  func isEnvelope(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ until: End, _ account: inout RecordAccount
  ) -> Bool? {
    guard !account.sources.isNamed, Envelope.begins(bytes, range) else { return false }
    switch JSONExtent(bytes, range) {
    case .ends(let end) where end - range.lowerBound <= recordLimit:
      return Envelope.isOne(bytes, range.lowerBound..<end, &account.sources)
    case .open where until == .more && range.count <= recordLimit: return nil
    // A value that is longer than a record may be is no record, and neither is one that is not JSON.
    case .ends, .open, .broken: return true
    }
  }

  /// Reads a key of the envelope and, unless its value is the array of records, the value.
  private mutating func readMember(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ until: End, _ account: inout RecordAccount
  ) throws(InputError) -> Int? {
    let key = JSONExtent(bytes, range)
    guard let keyEnd = key.end else { return try readUnfinished(bytes, range, key, until, &account) }
    var position = keyEnd
    JSONScanner.skipSpace(bytes, &position, range.upperBound)
    if position < range.upperBound, bytes[position] != UInt8(ascii: ":") {
      return try skipJunk(bytes, range, until, &account)
    }
    position += 1
    JSONScanner.skipSpace(bytes, &position, range.upperBound)
    if position < range.upperBound, bytes[position] == UInt8(ascii: "["),
      bytes.holds("data", in: range.lowerBound + 1..<keyEnd - 1)
    {
      place = .first
      return position + 1
    }
    let value = position < range.upperBound ? JSONExtent(bytes, position..<range.upperBound) : .open
    guard let end = value.end else { return try readUnfinished(bytes, range, value, until, &account) }
    place = .afterMember
    return end
  }

  /// What to do with a value whose end is not there: wait for more, or give it up when it cannot be one, is too long or
  /// is the last.
  private mutating func readUnfinished(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ extent: JSONExtent, _ until: End,
    _ account: inout RecordAccount
  ) throws(InputError) -> Int? {
    if case .broken(let place) = extent {
      guard let next = bytes.firstNewline(in: place..<range.upperBound) else {
        return try skipJunk(bytes, range, until, &account)
      }
      try reject(.notJSON, bytes, range.lowerBound..<next, next: next, &account)
      return next
    }
    if range.count > recordLimit {
      let next = bytes.firstNewline(in: range) ?? range.upperBound
      try reject(.lineTooLong, bytes, range.lowerBound..<next, next: next, &account)
      return next
    }
    return try close(bytes, range, until, &account)
  }

  /// What to do with bytes to which more may belong.
  private mutating func close(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ until: End, _ account: inout RecordAccount
  ) throws(InputError) -> Int? {
    switch until {
    case .more: return nil
    case .pause:
      account.pendingBytes = range.count
      return nil
    case .last:
      try reject(.notJSON, bytes, range, next: range.upperBound, &account)
      return range.upperBound
    }
  }

  /// Refuses what cannot stand here, up to the next line or object; a value that is no object as such.
  private mutating func skipJunk(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ until: End, _ account: inout RecordAccount
  ) throws(InputError) -> Int? {
    if place == .first || place == .element, let end = JSONExtent(bytes, range).end {
      try reject(.notObject, bytes, range.lowerBound..<end, next: end, &account)
      place = .afterElement
      return end
    }
    let stop = range.dropFirst().first {
      bytes[$0] == UInt8(ascii: "\n") || bytes[$0] == UInt8(ascii: "{")
    }
    guard let stop else {
      return range.count > recordLimit
        ? try readUnfinished(bytes, range, .open, until, &account) : try close(bytes, range, until, &account)
    }
    try reject(.notJSON, bytes, range.lowerBound..<stop, next: stop, &account)
    return stop
  }
}
