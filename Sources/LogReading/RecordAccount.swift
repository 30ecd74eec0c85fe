import ReceiptModel

/// Accounts for every record of an input: it gave events, was refused, or is none.
///
/// Formats find records and their values; this turns them into events and counts.
struct RecordAccount {
  private(set) var counts = LineCounts()
  /// Lines that are others', as those of most requests in an access log.
  private var others = 0
  /// What `takeCounts` has given.
  private var taken = LineCounts()
  /// Physical lines, or records of an array, up to `offset`.
  private(set) var lastLine: Int
  /// Decompressed offset of the end of the last complete record.
  private(set) var offset: Int64
  private(set) var rejections: [RejectedLine] = []
  private(set) var receipt: AlibabaReceipt
  /// By what records are read that are no Alibaba receipts.
  var sources: RecordSources
  /// Whether the batch has to be handed over before another mapped record, which may hold many events.
  var pausesForBatch = false
  var unknownColumns = NameList()
  /// Bytes of a last line that may be cut.
  var pendingBytes = 0
  /// What refused lines look like.
  var shape = LineShape.other
  /// Whether a record told nothing because its source says that it is no push.
  var hasIgnoredRecords = false

  /// Decompressed offset of the first byte of what is handed to a format.
  var base: Int64

  let file: UInt32
  /// Whether a line was understood and refused only because it is from before that which was pruned.
  private var hasOutdated = false
  private var firstRefusal: Rejection?
  private let startsInside: Bool
  private let readsOn: Bool
  private let keepsRaw: Bool
  private let assumedOffsetMinutes: Int

  /// Refused lines that may pile up before they have to be taken.
  private static let rejectionLimit = 65_536
  /// Refused lines after which, if nothing else was there, this is no receipt log.
  private static let firstLines = 100

  init(options: ReadOptions, file: UInt32, startOffset: Int64, startLine: Int) {
    receipt = AlibabaReceipt(options: options)
    sources = RecordSources(options: options)
    readsOn = options.readsOn
    self.file = file
    keepsRaw = options.keepsRawRejects
    assumedOffsetMinutes = options.assumedOffsetMinutes
    startsInside = startOffset > 0
    offset = startOffset
    base = startOffset
    lastLine = startLine
  }

  /// Whether reading has to stop until the caller has taken the rejections.
  var isFull: Bool { rejections.count >= Self.rejectionLimit }

  /// Whether the batch has to be handed over before another record, which may be one of many parts where its source is
  /// not known beforehand.
  func isFull(_ batch: inout EventBatch) -> Bool {
    pausesForBatch || isFull || (sources.areRecognised ? batch.isFullForParts : batch.isFull)
  }

  /// Whether nothing of the input has been accounted for yet.
  var isAtStart: Bool { counts.lines == 0 && !startsInside }

  /// What was counted since this was last called.
  mutating func takeCounts() -> LineCounts {
    defer { taken = counts }
    return counts - taken
  }

  mutating func takeRejections() -> [RejectedLine] {
    defer { rejections = [] }
    return rejections
  }

  /// Adds the event of a record, or its rejection.
  ///
  /// - Parameters:
  ///   - values: what the ranges of `fields` point into.
  ///   - record: the bytes of the record in `bytes`, without its line end.
  ///   - next: where the record after it begins.
  ///   - physicalLines: line ends in it.
  @inline(__always)
  mutating func accept(
    _ fields: borrowing ReceiptFields, of values: Span<UInt8>, record: Range<Int>, of bytes: Span<UInt8>,
    next: Int, physicalLines: Int = 1, into batch: inout EventBatch
  ) throws(InputError) {
    do throws(Rejection) {
      try receipt.append(fields, of: values, file: file, to: &batch)
    } catch {
      return try reject(error, record: record, of: bytes, next: next, physicalLines: physicalLines)
    }
    counts.events &+= 1
    close(next, physicalLines)
  }

  /// Counts a record as refused.
  ///
  /// - Parameter length: its true length, when `record` holds only its beginning.
  /// - Throws: what `requireAReceipt` does, once a hundred lines were refused and none was good.
  mutating func reject(
    _ rejection: Rejection, record: Range<Int>, of bytes: Span<UInt8>, next: Int, physicalLines: Int = 1,
    startingAt start: Int64? = nil, length: Int? = nil
  ) throws(InputError) {
    // Of a line that is too long a reader may have seen no more, so that more would depend on its blocks.
    let kept = record.lowerBound..<min(record.upperBound, record.lowerBound + recordLimit)
    rejections.append(
      RejectedLine(
        line: lastLine + 1, byteOffset: start ?? base + Int64(record.lowerBound), rejection: rejection,
        length: length ?? record.count, digest: ByteDictionary.hash(bytes, kept, seed: 0),
        time: ReceiptTime.written(in: bytes, kept, assumedOffsetMinutes: assumedOffsetMinutes),
        raw: keepsRaw ? kept.map { bytes[$0] } : []))
    counts.rejected += 1
    firstRefusal = firstRefusal ?? rejection
    if rejection.reason == .beforePurge { hasOutdated = true }
    close(next, physicalLines)
    if counts.rejected + others == Self.firstLines, !readsOn { try requireAReceipt() }
  }

  /// Counts a line of the form of some source that tells nothing.
  ///
  /// - Throws: as `reject` does.
  mutating func ignoreOthers(next: Int) throws(InputError) {
    others += 1
    ignore(next: next)
    if counts.rejected + others == Self.firstLines, !readsOn { try requireAReceipt() }
  }

  /// Counts a blank line, a header, or a record that tells nothing.
  mutating func ignore(next: Int, physicalLines: Int = 1) {
    counts.ignored += 1
    close(next, physicalLines)
  }

  /// Passes bytes that belong to no record, with so many line ends in them.
  mutating func pass(lineEnds: Int, next: Int) {
    lastLine += lineEnds
    offset = base + Int64(next)
  }

  /// Counts a record that told something.
  mutating func accept(events count: Int, next: Int, physicalLines: Int) {
    counts.events += count
    close(next, physicalLines)
  }

  /// Counts events of a record that is refused for another part of it.
  mutating func add(events count: Int) { counts.events += count }

  /// Takes back the line end that the last line was counted with.
  mutating func hasNoLastNewline(at end: Int) { offset = base + Int64(end) }

  /// Throws when everything that was read has been refused, and says what it looks like.
  func requireAReceipt() throws(InputError) {
    guard !startsInside, !hasOutdated, !hasTold, firstRefusal != nil || others > 0 else { return }
    if let source = sources.met.first?.plan.mapping.name, let firstRefusal {
      throw .allRefused(source, firstRefusal)
    }
    if !sources.rivals.isEmpty { throw .severalSources(sources.rivals) }
    if let nearest = sources.nearest { throw .unknownSource(nearest: nearest.source, lacks: nearest.lacking) }
    throw .notAReceiptLog(shape)
  }

  /// Whether a record told something, or is no push as its source says.
  var hasTold: Bool {
    counts.events > 0 || counts.accepted > 0 || sources.areRecognised && hasIgnoredRecords
  }

  @inline(__always)
  private mutating func close(_ next: Int, _ physicalLines: Int) {
    counts.lines &+= 1
    lastLine &+= physicalLines
    offset = base &+ Int64(next)
  }
}

/// Up to a hundred names, each once.
struct NameList {
  private var names = ByteDictionary()

  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard names.count < 100, range.count <= 64 else { return }
    _ = names.intern(bytes, range)
  }

  mutating func add(_ others: NameList) {
    for entry in 0..<others.names.count {
      let name = others.names.bytes(UInt32(entry))
      add(name.span, 0..<name.count)
    }
  }

  mutating func removeAll() { names.removeAll() }

  var all: [String] { (0..<names.count).map { names.text(UInt32($0)) } }
}
