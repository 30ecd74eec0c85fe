package import ReceiptModel

/// Reads one log, from bytes to events.
///
///     var reader = try LogReader(InputFile(path: path), options: ReadOptions(), fileNumber: 0)
///     while try reader.read(into: &batch) == .batchIsFull { merge(batch); batch.removeAll() }
///
/// It owns the file and a buffer of whole records; what it needs of memory does not depend on the length of the log.
package struct LogReader: ~Copyable {
  private var source: ByteSource
  private let options: ReadOptions
  private let startOffset: Int64
  private let part: FilePart?
  /// Where the part was found to end, behind the end of its last line.
  private var partEnd: Int64?
  private var account: RecordAccount
  private var format: LogFormat?
  private var readers: FormatReaders

  private var buffer: [UInt8]
  private var unread = 0..<0
  private var isAtEnd = false

  /// Bytes at the end of the buffer that stay free, so that words may be read across the end of what is in it.
  private static let slack = 16
  /// Bytes before what has not been read that stay in the buffer.
  private static let lookBehind = 3

  /// - Parameters:
  ///   - fileNumber: the importer's number of the file, noted in each event.
  ///   - startOffset: where to begin, for a plain file that was read up to there: `ReadProgress.offset`.
  ///   - startLine: physical lines before it: `ReadProgress.lastLine`.
  ///   - part: what of a file that `isDivisible` to read, from `startOffset` on; `nil` for all of it.
  /// - Throws: what is wrong with the file, or `notResumable` when it is compressed or cannot be positioned.
  package init(
    _ file: consuming InputFile, options: ReadOptions, fileNumber: UInt32 = 0, startOffset: Int64 = 0,
    startLine: Int = 0, part: FilePart? = nil
  ) throws(InputError) {
    let source = try ByteSource(file, options: options, startOffset: startOffset)
    self.options = options
    account = RecordAccount(
      options: options, file: fileNumber, startOffset: startOffset, startLine: startLine)
    readers = FormatReaders(options: options, countsTail: options.isFinal || source.compression != nil)
    buffer = [UInt8](repeating: 0, count: max(2 * options.blockSize, 64) + Self.slack)
    self.startOffset = startOffset
    self.part = part
    self.source = source
  }

  /// Appends events to `batch` until it is full, until many lines were refused, or until the input ends.
  ///
  /// - Throws: what ends the reading of this input, while `progress` and `batch` hold what came before it; with a start
  ///   inside, `notResumable` for formats other than JSON Lines and CSV.
  package mutating func read(into batch: inout EventBatch) throws(InputError) -> ReadStatus {
    let format = try decidedFormat()
    account.pausesForBatch = false
    while true {
      try readBuffered(format, into: &batch)
      if account.isFull(&batch) { return .batchIsFull }
      if isAtEnd {
        // Where only a part ends, the file may still show what it is.
        if partEnd == nil { try account.requireAReceipt() }
        if startOffset == 0 { try readers.requireAFittingLine() }
        return .endOfInput
      }
      try fill()
    }
  }

  /// Whether a record told something, or is no push as its source says.
  package var hasTold: Bool { account.hasTold }

  /// The mapping of the first record that told its source, empty for a receipt of Alibaba.
  var firstSource: String? {
    account.sources.met.first?.plan.mapping.name ?? (account.receipt.times.first == nil ? nil : "")
  }

  /// The lines since this was last called, and what they were.
  package mutating func takeCounts() -> LineCounts { account.takeCounts() }

  /// The refused lines since this was last called.
  package mutating func takeRejections() -> [RejectedLine] { account.takeRejections() }

  /// Bytes as they lie in the file itself, by which it is known again; none for a pipe.
  package func bytes(at offset: Int64, count: Int) throws(InputError) -> [UInt8] {
    try source.bytes(at: offset, count: count)
  }

  /// What has been read so far.
  package var progress: ReadProgress {
    var progress = ReadProgress()
    progress.offset = account.offset
    progress.rawBytes = partEnd ?? source.account.rawBytes
    progress.lastLine = account.lastLine
    progress.counts = account.counts
    progress.met.unknownTypes = account.receipt.unknownTypes
    progress.met.unreadableAddresses = account.receipt.unreadableAddresses
    progress.met.unknownColumns = account.unknownColumns.all
    var times = account.receipt.times
    progress.mapping = account.sources.label(hasReceipts: times.first != nil)
    for receipt in account.sources.met {
      times.add(receipt.times)
      progress.met.unknownTypes.add(receipt.unknownTypes)
    }
    progress.met.timeRules = times.rules
    progress.firstTime = times.first
    progress.lastTime = times.last
    progress.pendingBytes = account.pendingBytes
    let format = readers.found(self.format ?? .jsonLines)
    progress.format = format.rawValue + (source.compression.map { "+" + $0 } ?? "")
    progress.isResumable = source.compression == nil && format.isResumable
    progress.hasTrailingGarbage = source.account.hasTrailingGarbage
    progress.wasTruncated = source.account.wasTruncated
    return progress
  }
}

// MARK: - Reading

extension LogReader {
  private mutating func readBuffered(_ format: LogFormat, into batch: inout EventBatch) throws(InputError) {
    // A second reference, so that the formats may change while they look at the bytes; it costs one count a block.
    let block = buffer
    let position = try readers.read(
      format, block.span, unread, isLast: isAtEnd, account: &account, into: &batch)
    unread = position..<unread.upperBound
  }

  /// Adds a block to what has not been read, which is moved to the front when there is little room behind it.
  private mutating func fill() throws(InputError) {
    if unread.isEmpty || buffer.count - Self.slack - unread.upperBound < options.blockSize {
      // A few bytes stay before it: they tell whether a value may begin where it does.
      let kept = min(Self.lookBehind, unread.lowerBound)
      let moved = unread.lowerBound - kept
      for offset in 0..<kept + unread.count { buffer[offset] = buffer[moved + offset] }
      account.base += Int64(moved)
      unread = kept..<kept + unread.count
    }
    if buffer.count - Self.slack - unread.upperBound < options.blockSize {
      buffer.append(contentsOf: repeatElement(0, count: buffer.count))
    }
    let end = min(buffer.count - Self.slack, unread.upperBound + options.blockSize)
    let count = try source.read(into: &buffer, unread.upperBound..<end)
    unread = unread.lowerBound..<unread.upperBound + count
    if count == 0 { isAtEnd = true }
    endPart(searchingLast: count)
  }

  /// The format, found from the first 64 KiB when it is not given.
  private mutating func decidedFormat() throws(InputError) -> LogFormat {
    if let format { return format }
    try lookBack()
    if let part { return try enter(part) }
    if startOffset > 0 { return try resumedFormat() }
    while unread.count < FormatSniffer.headLength, !isAtEnd { try fill() }
    // No more than that, so that the size of a block does not matter.
    let head = buffer[unread].prefix(FormatSniffer.headLength)
    if source.compression != nil {
      switch ContentMagic(head) {
      case .gzip, .zstd, .lz4, .snappy, .snappyFrames: throw .nestedCompression
      case .unsupported(let kind):
        throw ["xz", "bz2", "lz4"].contains(kind) ? .nestedCompression : .unsupported(kind)
      case .utf16: throw .utf16
      case .utf32: throw .utf32
      case .text: break
      }
    }
    let found = try self.format(of: Array(head))
    format = found
    return found
  }

  /// Takes in what stands before the place where reading begins.
  private mutating func lookBack() throws(InputError) {
    guard startOffset > 0 else { return }
    let first = max(0, startOffset - Int64(Self.lookBehind))
    let before = try source.bytes(at: first, count: Int(startOffset - first))
    for (place, byte) in before.enumerated() { buffer[place] = byte }
    account.base -= Int64(before.count)
    unread = before.count..<before.count
  }

  private mutating func format(of head: [UInt8]) throws(InputError) -> LogFormat {
    if let mapped = try mappedFormat(head) { return mapped }
    return try FormatSniffer.format(of: head[...], options: options, sources: &account.sources)
  }

  /// The format of a log of which all is read by one mapping, or whose lines are text.
  ///
  /// - Returns: `nil` when there is none.
  private mutating func mappedFormat(_ head: [UInt8]) throws(InputError) -> LogFormat? {
    switch try MappingSniffer(options: options).decide(head) {
    case .mapped(let mapping, let format):
      readers.take(account.sources.name(mapping, isTable: format == .csv))
      return format
    case .text(let telling):
      readers.take(telling)
      return .text
    case nil: return nil
    }
  }

  /// Gets ready to go on inside a plain file, whose beginning tells its format and columns.
  private mutating func resumedFormat() throws(InputError) -> LogFormat {
    let head = try source.head(count: FormatSniffer.headLength)
    let found = try self.format(of: head)
    guard found.isResumable else { throw .notResumable }
    try readers.learn(found, from: head.span)
    format = found
    try skipLateNewline()
    return found
  }

  /// Gets ready to read a part that is known to hold lines.
  private mutating func enter(_ part: FilePart) throws(InputError) -> LogFormat {
    format = .jsonLines
    if !part.isFirst { try skipBegunValue(part) } else if startOffset > 0 { try skipLateNewline() }
    return .jsonLines
  }

  /// Steps over a line end that stands where reading begins.
  private mutating func skipLateNewline() throws(InputError) {
    // The last line of the earlier batch may have had no line end yet; it is that line's, not one of its own.
    guard try source.byte(at: startOffset - 1) != UInt8(ascii: "\n") else { return }
    while unread.count < 2, !isAtEnd { try fill() }
    var start = unread.lowerBound
    if start < unread.upperBound, buffer[start] == UInt8(ascii: "\r") { start += 1 }
    if start < unread.upperBound, buffer[start] == UInt8(ascii: "\n") {
      unread = start + 1..<unread.upperBound
    }
  }
}

// MARK: - Parts

extension LogReader {
  /// Ends the input where the part ends, when that is among the last `count` bytes that were read.
  private mutating func endPart(searchingLast count: Int) {
    guard let part else { return }
    let new = unread.upperBound - count..<unread.upperBound
    guard let end = part.end(in: buffer.span, new, base: account.base) else { return }
    unread = unread.lowerBound..<end
    partEnd = account.base + Int64(end)
    isAtEnd = true
    readers.endPart()
  }

  /// Steps over the value that a part begins inside of; nothing is left when it goes on behind the part's end.
  private mutating func skipBegunValue(_ part: FilePart) throws(InputError) {
    while !isAtEnd {
      try fill()
      let start = buffer.span.firstSeam(in: unread)
      let position = start ?? unread.upperBound
      unread = position..<unread.upperBound
      if account.base + Int64(position) >= part.end {
        unread = position..<position
        partEnd = startOffset
        isAtEnd = true
      }
      if start != nil { return }
    }
  }
}
