import ReceiptModel

/// Lines of text that only a mapping understands: access logs, forms, what an app wrote down.
struct TextLines: ~Copyable {
  private var longLine: LongLine?
  private let countsTail: Bool
  /// Known once the mapping is.
  var cutter: LineCutter?
  /// Whether a line was of the form that the mapping has, and whether there was another one.
  private var hasFitting = false
  private var hasOthers = false

  init(countsTail: Bool) { self.countsTail = countsTail }

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

  /// Throws when there were lines and none of them was of the mapping's form.
  func requireAFittingLine() throws(InputError) {
    if hasOthers, !hasFitting { throw .notAReceiptLog(isPrettyPrinted: false) }
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
    do throws(Rejection) {
      guard try cutter?.cut(bytes, content, unknown: &account.unknownColumns) == true else {
        hasOthers = true
        return account.ignore(next: next)
      }
    } catch {
      return try account.reject(error, record: record, of: bytes, next: next)
    }
    hasFitting = true
    guard let values = cutter?.values else { return }
    try account.acceptMapped(
      values.values, in: values.bytes.span, record: record, of: bytes, next: next, into: &run)
  }

  /// A last line without a line end may have been cut, and waits for the next run unless it has to count.
  private mutating func readTail(
    _ bytes: Span<UInt8>, _ line: Range<Int>, _ account: inout RecordAccount, _ run: inout EventRun
  ) throws(InputError) -> Int {
    if account.isAtStart, let lone = line.first(where: { bytes[$0] == UInt8(ascii: "\r") }),
      !bytes.trimmed(lone..<line.upperBound).isEmpty
    {
      throw .noNewlines
    }
    guard countsTail || bytes.trimmed(line).isEmpty else {
      account.pendingBytes = line.count
      return line.lowerBound
    }
    try readLine(bytes, line, &account, &run)
    account.hasNoLastNewline(at: line.upperBound)
    return line.upperBound
  }
}
