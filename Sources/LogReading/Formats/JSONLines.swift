import ReceiptModel

/// JSON Lines: one object a line.
struct JSONLines: ~Copyable {
  private var records: JSONRecords
  /// What is known of a line that is longer than may be, while its end is looked for.
  private var longLine: LongLine?
  /// Whether a last line without a line end counts although it may have been cut.
  private let countsTail: Bool

  init(options: ReadOptions, countsTail: Bool, learns: Bool = true) {
    records = JSONRecords(unwrap: options.unwrap, learns: learns)
    self.countsTail = countsTail
  }

  /// Reads whole lines of `range` until it ends or the run is full.
  ///
  /// - Parameter isLast: whether nothing follows `range`.
  /// - Returns: where the first line begins that was not read.
  mutating func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, isLast: Bool, account: inout RecordAccount,
    into run: inout EventRun
  ) throws(InputError) -> Int {
    var position = range.lowerBound
    if longLine != nil {
      position = try LongLine.goOn(&longLine, bytes, range, isLast: isLast, countsTail: countsTail, &account)
    }
    while position < range.upperBound, !run.isFull, !account.isFull {
      if let template = records.template {
        position = try readAlike(template, bytes, position..<range.upperBound, &account, &run)
        guard position < range.upperBound, !run.isFull, !account.isFull else { break }
      }
      if let end = records.readByAnother(bytes, at: position),
        let next = Self.next(bytes, after: end, before: range.upperBound), end &- position <= recordLimit
      {
        try account.accept(
          records.fields, of: bytes, record: position..<end, of: bytes, next: next, into: &run)
        position = next
        continue
      }
      if let end = account.matchMapped(bytes, at: position),
        let next = Self.next(bytes, after: end, before: range.upperBound), end &- position <= recordLimit
      {
        try account.acceptMatched(position..<end, of: bytes, next: next, into: &run)
        position = next
        if account.pausesForRun { return position }
        continue
      }
      if let newline = bytes.firstNewline(in: position..<range.upperBound) {
        try readLine(bytes, position..<newline, &account, &run)
        position = newline + 1
        if account.pausesForRun { return position }
      } else if range.upperBound - position > recordLimit + 1 {
        // The byte more may be the carriage return of the line end.
        longLine = LongLine(bytes, position..<range.upperBound, account.base)
        return try LongLine.goOn(
          &longLine, bytes, range.upperBound..<range.upperBound, isLast: isLast, countsTail: countsTail,
          &account)
      } else if isLast {
        return try readTail(bytes, position..<range.upperBound, &account, &run)
      } else {
        return position
      }
    }
    return position
  }

  /// Reads lines for as long as they are of `template`, to which `fields` belongs.
  ///
  /// This is where nearly all lines are read: a loop of its own, which holds the template without counting references.
  ///
  /// - Returns: where the first line begins that was not read.
  private mutating func readAlike(
    _ template: JSONTemplate, _ bytes: Span<UInt8>, _ range: Range<Int>, _ account: inout RecordAccount,
    _ run: inout EventRun
  ) throws(InputError) -> Int {
    var position = range.lowerBound
    while position < range.upperBound, !run.isFull, !account.isFull,
      let end = template.match(bytes, at: position, into: &records.fields),
      let next = Self.next(bytes, after: end, before: range.upperBound), end &- position <= recordLimit
    {
      try account.accept(
        records.fields, of: bytes, record: position..<end, of: bytes, next: next, into: &run)
      position = next
    }
    return position
  }

  /// Where the next line begins when a line ends at `end`.
  @inline(__always)
  private static func next(_ bytes: Span<UInt8>, after end: Int, before limit: Int) -> Int? {
    guard end < limit else { return nil }
    if bytes[end] == UInt8(ascii: "\n") { return end &+ 1 }
    guard end &+ 1 < limit, bytes[end] == UInt8(ascii: "\r"), bytes[end &+ 1] == UInt8(ascii: "\n") else {
      return nil
    }
    return end &+ 2
  }

  private mutating func readLine(
    _ bytes: Span<UInt8>, _ line: Range<Int>, _ account: inout RecordAccount, _ run: inout EventRun
  ) throws(InputError) {
    let next = line.upperBound + 1
    let record = line.lowerBound..<bytes.endWithoutReturn(line)
    guard record.count <= recordLimit else {
      return try account.reject(Rejection(.lineTooLong), record: record, of: bytes, next: next)
    }
    let content = bytes.trimmed(line)
    guard !content.isEmpty else { return account.ignore(next: next) }
    if account.mapped != nil {
      return try account.acceptMapped(content, record: record, of: bytes, next: next, into: &run)
    }
    do throws(Rejection) {
      try records.readSlowly(bytes, content, unknown: &account.unknownColumns)
    } catch {
      if bytes.holds("{", in: content) || bytes.holds("[", in: content) { account.seesPrettyPrint = true }
      return try account.reject(error, record: record, of: bytes, next: next)
    }
    let scratch = records.scanner.scratch
    try account.accept(records.fields, of: scratch.span, record: record, of: bytes, next: next, into: &run)
  }
}

// MARK: - Ends

extension JSONLines {
  /// A last line without a line end: a whole object is whole, for no part of an object is one; anything else may
  /// have been cut and waits for the next run.
  private mutating func readTail(
    _ bytes: Span<UInt8>, _ line: Range<Int>, _ account: inout RecordAccount, _ run: inout EventRun
  ) throws(InputError) -> Int {
    if account.isAtStart, let lone = line.first(where: { bytes[$0] == UInt8(ascii: "\r") }),
      !bytes.trimmed(lone..<line.upperBound).isEmpty
    {
      throw .noNewlines
    }
    let content = bytes.trimmed(line)
    if !countsTail, !content.isEmpty, account.mapped != nil {
      if !bytes.isWholeObject(content) {
        account.pendingBytes = line.count
        return line.lowerBound
      }
    } else if !countsTail, !content.isEmpty {
      do throws(Rejection) {
        try records.readSlowly(bytes, content, unknown: &account.unknownColumns)
      } catch {
        switch error.reason {
        case .notJSON, .badUTF8, .notObject, .nul:
          account.pendingBytes = line.count
          return line.lowerBound
        default: break
        }
      }
    }
    try readLine(bytes, line, &account, &run)
    account.hasNoLastNewline(at: line.upperBound)
    return line.upperBound
  }
}
