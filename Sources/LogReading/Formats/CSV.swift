import ReceiptModel

/// CSV with a header row, or with columns that the user named.
///
/// Files that were joined have headers inside, too, and each header begins a table of its own; see `CSVTables`.
struct CSV: ~Copyable {
  private var record = CSVRecord()
  private var header: CSVHeader?
  private var tables: CSVTables
  /// Whether the columns are not those that the file begins with.
  private(set) var hasTurned = false
  /// From a `sep=` line.
  private var separator: UInt8?
  /// Values whose doubled quotation marks have been undone.
  private var scratch: [UInt8] = []
  private var longLine: LongLine?
  /// What names the columns, when it is not the receipt log.
  var plan: MappingPlan?
  private let columns: [String]?
  private let countsTail: Bool
  private let readsPlainly: Bool

  /// - Parameter readsPlainly: whether plain rows are read by a loop of their own, which gives the same.
  init(options: ReadOptions, countsTail: Bool, readsPlainly: Bool = true) {
    columns = options.columns
    tables = CSVTables(options: options)
    self.countsTail = countsTail
    self.readsPlainly = readsPlainly
  }

  /// Reads whole records of `range` until it ends or the batch is full.
  ///
  /// - Parameter isLast: whether nothing follows `range`.
  /// - Returns: where the first record begins that was not read.
  mutating func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, isLast: Bool, account: inout RecordAccount,
    into batch: inout EventBatch
  ) throws(InputError) -> Int {
    var position = range.lowerBound
    if longLine != nil {
      position = try LongLine.goOn(&longLine, bytes, range, isLast: isLast, countsTail: countsTail, &account)
    }
    while position < range.upperBound, !batch.isFull, !account.isFull {
      if readsPlainly, plan == nil, let header {
        let plainEnd = try readPlain(bytes, position..<range.upperBound, header, &account, &batch)
        if plainEnd > position {
          position = plainEnd
          continue
        }
      }
      let rest = position..<range.upperBound
      let next =
        if let header {
          try readRecord(bytes, rest, header, isLast: isLast, &account, &batch)
        } else {
          try readHeader(bytes, rest, isLast: isLast, &account)
        }
      guard let next else { break }
      position = next
      if account.pausesForBatch { break }
    }
    return position
  }

  /// Takes the columns from the beginning of a file that is to be read from further on.
  mutating func learnHeader(_ head: Span<UInt8>) throws(InputError) {
    var position = 0
    while header == nil, position < head.count {
      let end = head.firstNewline(in: position..<head.count) ?? head.count
      try takeHeader(head, position..<end)
      position = end + 1
    }
  }
}

// MARK: - Header

extension CSV {
  private mutating func readHeader(
    _ bytes: Span<UInt8>, _ range: Range<Int>, isLast: Bool, _ account: inout RecordAccount
  ) throws(InputError) -> Int? {
    guard let newline = bytes.firstNewline(in: range) else {
      guard isLast || range.count > recordLimit else { return nil }
      if let lone = range.first(where: { bytes[$0] == UInt8(ascii: "\r") }), lone + 1 < range.upperBound {
        throw .noNewlines
      }
      guard columns == nil || countsTail else {
        account.pendingBytes = range.count
        return nil
      }
      let isData = try takeHeader(bytes, range)
      header?.noteUnknown(in: &account.unknownColumns)
      if isData { return range.lowerBound }
      account.ignore(next: range.upperBound)
      return range.upperBound
    }
    if try takeHeader(bytes, range.lowerBound..<newline) { return range.lowerBound }
    header?.noteUnknown(in: &account.unknownColumns)
    account.ignore(next: newline + 1)
    return newline + 1
  }

  /// Takes what `line` says of the columns.
  ///
  /// - Returns: whether the line is a record itself, since the columns were given.
  @discardableResult
  private mutating func takeHeader(_ bytes: Span<UInt8>, _ line: Range<Int>) throws(InputError) -> Bool {
    let content = bytes.trimmed(line)
    if content.isEmpty { return false }
    if let named = CSVHeader.separatorLine(bytes, line) {
      separator = named
      return false
    }
    let line = line.lowerBound..<bytes.endWithoutReturn(line)
    guard let columns else {
      header = try CSVHeader(of: plan, bytes, line, separator: separator)
      return false
    }
    let named = try CSVHeader(of: plan, columns: columns, bytes, line, separator: separator)
    header = named
    return !named.isRepeated(in: bytes, line)
  }
}

// MARK: - Records

extension CSV {
  /// Reads rows for as long as they are plain ones.
  ///
  /// - Returns: where the first row begins that was not read.
  private mutating func readPlain(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ header: CSVHeader, _ account: inout RecordAccount,
    _ batch: inout EventBatch
  ) throws(InputError) -> Int {
    let separator = header.separator
    // A line like `sep=` may name any byte, also one that means something else here.
    guard CSVHeader.separators.contains(separator) else { return range.lowerBound }
    let slots = header.slots.span
    var position = range.lowerBound
    record.beginPlain()
    while position < range.upperBound, !batch.isFull, !account.isFull,
      let (end, next) = record.readPlain(
        bytes, position..<range.upperBound, slots, separator: separator),
      !header.mayBeHeader(bytes, position..<end, isLike: true)
    {
      try account.accept(
        record.fields, of: bytes, record: position..<end, of: bytes, next: next, into: &batch)
      position = next
    }
    return position
  }

  /// Reads the record at the start of `range`.
  ///
  /// - Returns: where the next one begins, or `nil` when more bytes are needed.
  private mutating func readRecord(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ header: CSVHeader, isLast: Bool,
    _ account: inout RecordAccount, _ batch: inout EventBatch
  ) throws(InputError) -> Int? {
    let start = bytes.afterMark(range)
    let outcome = record.read(
      bytes, start..<range.upperBound, header, isLast: isLast && countsTail)
    switch outcome {
    case .complete(let end, let next, let physicalLines):
      try close(bytes, start..<end, next, physicalLines, header, &account, &batch)
      return next
    case .badQuote: return try resynchronize(bytes, range, isLast: isLast, &account)
    case .unfinished(isInQuotes: true) where isLast:
      // A quotation mark that stays open must not swallow what follows; a record that was cut may still be closed.
      guard !countsTail, !hasRecordBehindFirstLine(bytes, range, header) else {
        return try resynchronize(bytes, range, isLast: isLast, &account)
      }
      account.pendingBytes = range.count
      return nil
    case .unfinished:
      if range.count > recordLimit {
        longLine = LongLine(bytes, range, account.base)
        return try LongLine.goOn(
          &longLine, bytes, range, isLast: isLast, countsTail: countsTail, &account)
      }
      guard isLast else { return nil }
      if bytes.trimmed(range).isEmpty {
        account.ignore(next: range.upperBound)
        return range.upperBound
      }
      account.pendingBytes = range.count
      return nil
    }
  }

  /// Whether a later line reads as a record of its own: then a quotation mark was forgotten before it.
  private func hasRecordBehindFirstLine(_ bytes: Span<UInt8>, _ range: Range<Int>, _ header: CSVHeader)
    -> Bool
  {
    var probe = CSVRecord()
    var position = range.lowerBound
    while let newline = bytes.firstNewline(in: position..<range.upperBound) {
      position = newline + 1
      if case .complete = probe.read(bytes, position..<range.upperBound, header, isLast: false),
        probe.cellCount == header.slots.count
      {
        return true
      }
    }
    return false
  }

  private mutating func close(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ next: Int, _ physicalLines: Int, _ header: CSVHeader,
    _ account: inout RecordAccount, _ batch: inout EventBatch
  ) throws(InputError) {
    if record.cellCount == 1, bytes.trimmed(range).isEmpty { return account.ignore(next: next) }
    if header.mayBeHeader(bytes, range, isLike: record.cellCount == header.slots.count),
      let table = tables.table(bytes, range, behind: header, plan)
    {
      take(table, account: &account)
      return account.ignore(next: next)
    }
    let reason: RejectionReason? =
      range.count > recordLimit
      ? .lineTooLong
      : record.hasNUL
        ? .nul
        : !record.isASCII && !bytes.isMostlyASCIIAndUTF8(in: range)
          ? .badUTF8 : record.cellCount != header.slots.count ? .columnCount : nil
    if let reason {
      return try account.reject(
        Rejection(reason), record: range, of: bytes, next: next, physicalLines: physicalLines)
    }
    if plan != nil {
      return try account.acceptMapped(
        header.values(bytes, range), in: bytes, record: range, of: bytes, next: next,
        physicalLines: physicalLines, into: &batch)
    }
    guard record.hasDoubledQuotes else {
      return try account.accept(
        record.fields, of: bytes, record: range, of: bytes, next: next, physicalLines: physicalLines,
        into: &batch)
    }
    record.undoubleQuotes(bytes, into: &scratch)
    try account.accept(
      record.fields, of: scratch.span, record: range, of: bytes, next: next, physicalLines: physicalLines,
      into: &batch)
  }

  /// Goes on with the columns of another header.
  private mutating func take(_ table: CSVTables.Table, account: inout RecordAccount) {
    if !table.isSame {
      hasTurned = true
      header = table.header
      plan = table.mapping.map { account.sources.turn(to: $0) }
    }
    table.header.noteUnknown(in: &account.unknownColumns)
  }

  /// Refuses the line on which a record began, and goes on with the next line.
  private func resynchronize(
    _ bytes: Span<UInt8>, _ range: Range<Int>, isLast: Bool, _ account: inout RecordAccount
  ) throws(InputError) -> Int? {
    let newline = bytes.firstNewline(in: range)
    if newline == nil {
      guard isLast || range.count > recordLimit else { return nil }
      guard countsTail || range.count > recordLimit else {
        account.pendingBytes = range.count
        return nil
      }
    }
    let end = newline ?? range.upperBound
    let next = newline.map { $0 + 1 } ?? range.upperBound
    let line = range.lowerBound..<bytes.endWithoutReturn(range.lowerBound..<end)
    try account.reject(Rejection(.badQuote), record: line, of: bytes, next: next)
    return next
  }
}
