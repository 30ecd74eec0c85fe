import ReceiptModel

/// Reads JSON records by templates where it can and by the scanner where it must.
struct JSONRecords: ~Copyable {
  /// The values of the last record; whoever matches records with `template` himself writes them here.
  var fields = ReceiptFields()
  private(set) var scanner: JSONScanner
  private var templates: TemplateShelf<JSONTemplate>
  /// The template whose slots `fields` holds; the others are empty then.
  private var owner = -1
  /// Keys of the record that was scanned last that mean nothing.
  private var unknown = NameList()

  /// - Parameter learns: whether to make templates; without, every record goes through the scanner.
  init(unwrap: String?, learns: Bool = true) {
    scanner = JSONScanner(unwrap: unwrap)
    templates = TemplateShelf(learns: learns)
  }

  /// The template whose slots `fields` holds, by which the next record is most likely made too.
  var template: JSONTemplate? { owner >= 0 ? templates.all[owner] : nil }

  /// Reads the record at `start` into `fields`, whose ranges are then into `bytes`.
  ///
  /// - Returns: the end of the record, or `nil` when no template fits.
  mutating func readFast(_ bytes: Span<UInt8>, at start: Int) -> Int? {
    if let end = template?.match(bytes, at: start, into: &fields) { return end }
    return readByAnother(bytes, at: start)
  }

  /// Reads the record by any template but the one whose slots `fields` holds.
  mutating func readByAnother(_ bytes: Span<UInt8>, at start: Int) -> Int? {
    let failed = owner
    for turn in 0..<templates.all.count {
      let index = (templates.recent + turn) % templates.all.count
      guard index != failed else { continue }
      fields.removeAll()
      owner = index
      if let end = templates.all[index].match(bytes, at: start, into: &fields) {
        templates.recent = index
        return end
      }
    }
    return nil
  }

  /// Reads a record that no template fits, by whatever source it is of, and accounts for it.
  ///
  /// - Parameters:
  ///   - content: the record itself.
  ///   - record: its bytes as they are counted: a line without its end.
  ///   - next: where the record after it begins.
  ///   - physicalLines: line ends in it, or 1 where those of a format are not counted.
  mutating func readSlowly(
    _ bytes: Span<UInt8>, _ content: Range<Int>, record: Range<Int>, next: Int, physicalLines: Int = 1,
    account: inout RecordAccount, into batch: inout EventBatch
  ) throws(InputError) -> Rejection? {
    if account.sources.isNamed {
      if let plain = JSONComment.blanked(bytes, content) {
        return try readSlowly(
          copy: plain, at: content.lowerBound, next: next, physicalLines: physicalLines, account: &account,
          into: &batch)
      }
      try account.acceptMapped(
        content, by: nil, record: record, of: bytes, next: next, physicalLines: physicalLines, into: &batch)
      return nil
    }
    let areRecognised = account.sources.areRecognised
    // Behind a record of a mapping mostly comes another one.
    let expectsMapped = areRecognised && account.sources.wasMapped
    var refusal = expectsMapped ? nil : scan(bytes, content, learnsOthers: !areRecognised)
    if areRecognised, expectsMapped || refusal != nil || !fields.areOfReceipt {
      switch account.sources.find(bytes, content) {
      case .mapped(let shape):
        try account.acceptMapped(
          content, by: shape, record: record, of: bytes, next: next, physicalLines: physicalLines,
          into: &batch)
        return nil
      case .refused(let reason): refusal = Rejection(reason)
      case .receipt where expectsMapped: refusal = scan(bytes, content, learnsOthers: false)
      case .receipt: break
      }
    }
    if let refusal {
      if refusal.reason == .notJSON, let plain = JSONComment.blanked(bytes, content) {
        return try readSlowly(
          copy: plain, at: content.lowerBound, next: next, physicalLines: physicalLines, account: &account,
          into: &batch)
      }
      try account.reject(refusal, record: record, of: bytes, next: next, physicalLines: physicalLines)
      return refusal
    }
    account.unknownColumns.add(unknown)
    let scratch = scanner.scratch
    try account.accept(
      fields, of: scratch.span, record: record, of: bytes, next: next, physicalLines: physicalLines,
      into: &batch)
    return nil
  }

  /// Reads a record of which a copy was made, without its comments or decoded.
  ///
  /// - Parameter start: where the record stands in what it was copied from.
  mutating func readSlowly(
    copy: [UInt8], at start: Int, next: Int, physicalLines: Int = 1, account: inout RecordAccount,
    into batch: inout EventBatch
  ) throws(InputError) -> Rejection? {
    let bytes = copy.span
    account.base += Int64(start)
    defer { account.base -= Int64(start) }
    return try readSlowly(
      bytes, bytes.trimmed(0..<bytes.count), record: 0..<bytes.count, next: next - start,
      physicalLines: physicalLines, account: &account, into: &batch)
  }

  /// Reads the record that is all of `range` into `fields`, whose ranges are then into `scanner.scratch`.
  ///
  /// - Parameter learnsOthers: whether to make templates of records that lack what every receipt has: not where such a
  ///   record may be of another source, of which its keys alone may say nothing.
  /// - Returns: why it is no object that could be a receipt.
  mutating func scan(_ bytes: Span<UInt8>, _ range: Range<Int>, learnsOthers: Bool) -> Rejection? {
    fields.removeAll()
    owner = -1
    unknown.removeAll()
    do throws(Rejection) {
      try scanner.read(bytes, range, into: &fields, unknown: &unknown)
    } catch {
      return error
    }
    if learnsOthers || fields.areOfReceipt { learn(bytes, range) }
    return nil
  }

  /// Makes a template of the record the scanner has just read.
  private mutating func learn(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard scanner.isTemplate, templates.wantsAnother() else { return }
    let template = JSONTemplate(bytes, range, holes: scanner.holes)
    templates.add(template) { $0.hasSameShape(as: template) }
  }
}

extension ReceiptFields {
  /// Whether everything is there that each Alibaba receipt has.
  var areOfReceipt: Bool { ReceiptField.ofEveryReceipt.allSatisfy { self[$0].form != .absent } }
}
