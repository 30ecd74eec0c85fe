import ReceiptModel

/// JSON Lines: one object a line, of Alibaba's receipts or of a mapping's records.
///
/// Other values may stand among them: arrays, envelopes, objects over several lines (see `JSONLines+Values`), and lines of
/// text that tell their source (`TextSources`).
struct JSONLines: LineReader, ~Copyable {
  private var records: JSONRecords
  /// Reads what is not one object a line.
  var values: JSONValues
  /// Whether a value of several lines or several records was read up to here, of whose last line only the end is missing.
  var isBehindValue = false
  /// Whether something stands behind a value on its line that has not been read.
  var isWithinLine = false

  /// What the log is made of when its first lines are text.
  var telling: TextLogKind?

  /// Whether reading cannot go on here without what was read before.
  var isInside: Bool { values.isInside || isWithinLine || isBehindValue }

  init(options: ReadOptions, learns: Bool = true) {
    records = JSONRecords(unwrap: options.unwrap, learns: learns)
    values = JSONValues(options: options, isAmongLines: true)
  }

  mutating func readAlike(
    _ bytes: Span<UInt8>, _ range: Range<Int>, account: inout RecordAccount, into batch: inout EventBatch
  ) throws(InputError) -> Int {
    guard !values.isInside, !isBehindValue else { return range.lowerBound }
    if let template = records.template {
      let position = try readAlike(template, bytes, range, &account, &batch)
      if position > range.lowerBound { return position }
    }
    let start = range.lowerBound
    if let end = records.readByAnother(bytes, at: start), let next = Self.next(bytes, from: start, end, range)
    {
      try account.accept(
        records.fields, of: bytes, record: start..<end, of: bytes, next: next, into: &batch)
      return next
    }
    if let end = account.matchMapped(bytes, at: start), account.matchedIsOneLine,
      let next = Self.next(bytes, from: start, end, range)
    {
      try account.acceptMatched(start..<end, of: bytes, next: next, into: &batch)
      return next
    }
    return start
  }

  /// Reads lines for as long as they are of `template`, to which `fields` belongs.
  ///
  /// This is where nearly all lines are read: a loop of its own, which holds the template without counting references.
  ///
  /// - Returns: where the first line begins that was not read.
  private mutating func readAlike(
    _ template: JSONTemplate, _ bytes: Span<UInt8>, _ range: Range<Int>, _ account: inout RecordAccount,
    _ batch: inout EventBatch
  ) throws(InputError) -> Int {
    var position = range.lowerBound
    while position < range.upperBound, !batch.isFull, !account.isFull,
      let end = template.match(bytes, at: position, into: &records.fields),
      let next = Self.next(bytes, from: position, end, range)
    {
      try account.accept(
        records.fields, of: bytes, record: position..<end, of: bytes, next: next, into: &batch)
      position = next
    }
    return position
  }

  /// Where the next line begins when the one from `start` on ends at `end`, if that is a line and not too long.
  @inline(__always)
  private static func next(_ bytes: Span<UInt8>, from start: Int, _ end: Int, _ range: Range<Int>) -> Int? {
    guard end < range.upperBound, end &- start <= recordLimit else { return nil }
    if bytes[end] == UInt8(ascii: "\n") { return end &+ 1 }
    guard end &+ 1 < range.upperBound, bytes[end] == UInt8(ascii: "\r"),
      bytes[end &+ 1] == UInt8(ascii: "\n")
    else { return nil }
    return end &+ 2
  }

  mutating func readLine(
    _ bytes: Span<UInt8>, _ content: Range<Int>, record: Range<Int>, next: Int, account: inout RecordAccount,
    into batch: inout EventBatch
  ) throws(InputError) {
    isWithinLine = false
    guard !bytes.isFenced(content), JSONComment(bytes, content) == nil else {
      return account.ignore(next: next)
    }
    if let json = FormBody.json(bytes, content) {
      _ = try records.readSlowly(
        copy: json, at: content.lowerBound, next: next, account: &account, into: &batch)
      return
    }
    if account.sources.areRecognised, !bytes.isWholeObject(content) {
      if try account.acceptText(content, record: record, of: bytes, next: next, into: &batch) { return }
      switch telling {
      case .records: return try account.reject(Rejection(.badLine), record: record, of: bytes, next: next)
      case .recordsAmongOthers: return account.ignore(next: next)
      case nil: break
      }
    }
    let isFirst = account.counts.lines == 0
    let refusal = try records.readSlowly(
      bytes, content, record: record, next: next, account: &account, into: &batch)
    guard let refusal else { return }
    if isFirst, [.notJSON, .nul, .badUTF8].contains(refusal.reason) {
      account.shape = LineShape(bytes, content)
    }
  }

  /// A whole object is whole, for no part of an object is one.
  mutating func isWhole(_ bytes: Span<UInt8>, _ content: Range<Int>, account: inout RecordAccount) -> Bool {
    if account.sources.isNamed { return bytes.isWholeObject(content) }
    switch records.scan(bytes, content, learnsOthers: false)?.reason {
    case .notJSON, .badUTF8, .notObject, .nul: return false
    default: return true
    }
  }
}
