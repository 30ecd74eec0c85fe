import ReceiptModel

/// What the lines of a log are made of.
protocol LineReader: ~Copyable {
  /// Reads lines from the start of `range` for as long as their ends can be told without being looked for.
  ///
  /// - Returns: where the first line begins that was not read.
  mutating func readAlike(
    _ bytes: Span<UInt8>, _ range: Range<Int>, account: inout RecordAccount, into batch: inout EventBatch
  ) throws(InputError) -> Int

  /// Reads at the start of `range` what is no record a line.
  ///
  /// - Returns: where it ends or has to wait for more bytes; `nil` where a line begins.
  mutating func readOther(
    _ bytes: Span<UInt8>, _ range: Range<Int>, until end: JSONValues.End, account: inout RecordAccount,
    into batch: inout EventBatch
  ) throws(InputError) -> Int?

  /// Reads one line that is neither blank nor too long.
  ///
  /// - Parameters:
  ///   - content: the line without what is blank around it.
  ///   - record: the line without its end.
  ///   - next: where the line after it begins.
  mutating func readLine(
    _ bytes: Span<UInt8>, _ content: Range<Int>, record: Range<Int>, next: Int, account: inout RecordAccount,
    into batch: inout EventBatch
  ) throws(InputError)

  /// Whether a last line without a line end cannot be the beginning of a longer one.
  mutating func isWhole(_ bytes: Span<UInt8>, _ content: Range<Int>, account: inout RecordAccount) -> Bool
}

/// Walks the lines of a log, one record each, and accounts for those that nobody can read.
struct Lines<Reader: LineReader & ~Copyable>: ~Copyable {
  var reader: Reader
  /// What is known of a line that is longer than may be, while its end is looked for.
  private var longLine: LongLine?
  /// Whether a last line without a line end counts although it may have been cut.
  var countsTail: Bool

  init(_ reader: consuming Reader, countsTail: Bool) {
    self.reader = reader
    self.countsTail = countsTail
  }

  /// Reads whole lines of `range` until it ends or the batch is full.
  ///
  /// - Parameter isLast: whether nothing follows `range`.
  /// - Returns: where the first line begins that was not read.
  mutating func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, isLast: Bool, account: inout RecordAccount,
    into batch: inout EventBatch
  ) throws(InputError) -> Int {
    var position = range.lowerBound
    if longLine != nil {
      position = try LongLine.goOn(&longLine, bytes, range, isLast: isLast, countsTail: countsTail, &account)
    }
    while position < range.upperBound, !account.isFull(&batch) {
      let start = position
      position = try reader.readAlike(bytes, start..<range.upperBound, account: &account, into: &batch)
      guard position == start else { continue }
      let end = JSONValues.End(isLast: isLast, countsTail: countsTail)
      if let next = try reader.readOther(
        bytes, start..<range.upperBound, until: end, account: &account, into: &batch)
      {
        guard next > start else { return next }
        position = next
        continue
      }
      if let newline = bytes.firstNewline(in: position..<range.upperBound) {
        try readLine(bytes, position..<newline, &account, &batch)
        position = newline + 1
      } else if range.upperBound - position > recordLimit + 1 {
        // The byte more may be the carriage return of the line end.
        longLine = LongLine(bytes, position..<range.upperBound, account.base)
        return try LongLine.goOn(
          &longLine, bytes, range.upperBound..<range.upperBound, isLast: isLast, countsTail: countsTail,
          &account)
      } else if isLast {
        return try readTail(bytes, position..<range.upperBound, &account, &batch)
      } else {
        return position
      }
    }
    return position
  }

  private mutating func readLine(
    _ bytes: Span<UInt8>, _ line: Range<Int>, _ account: inout RecordAccount, _ batch: inout EventBatch
  ) throws(InputError) {
    let next = line.upperBound + 1
    let record = line.lowerBound..<bytes.endWithoutReturn(line)
    guard record.count <= recordLimit else {
      return try account.reject(Rejection(.lineTooLong), record: record, of: bytes, next: next)
    }
    let content = bytes.trimmed(line)
    guard !content.isEmpty else { return account.ignore(next: next) }
    try reader.readLine(bytes, content, record: record, next: next, account: &account, into: &batch)
  }

  /// A last line without a line end: unless it has to count, or must be whole, it waits for the next batch.
  private mutating func readTail(
    _ bytes: Span<UInt8>, _ line: Range<Int>, _ account: inout RecordAccount, _ batch: inout EventBatch
  ) throws(InputError) -> Int {
    if account.isAtStart, let lone = line.first(where: { bytes[$0] == UInt8(ascii: "\r") }),
      !bytes.trimmed(lone..<line.upperBound).isEmpty
    {
      throw .noNewlines
    }
    let content = bytes.trimmed(line)
    if account.isAtStart, !content.isEmpty {
      // A log that is only being written has other beginnings.
      let shape = LineShape(bytes, content)
      if shape == .markup || shape == .binary { throw .notAReceiptLog(shape) }
    }
    guard countsTail || content.isEmpty || reader.isWhole(bytes, content, account: &account) else {
      account.pendingBytes = line.count
      return line.lowerBound
    }
    try readLine(bytes, line, &account, &batch)
    account.hasNoLastNewline(at: line.upperBound)
    return line.upperBound
  }
}
