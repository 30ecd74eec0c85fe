/// The bytes of a file or pipe as they lie there, up to a limit.
struct RawInput: ~Copyable {
  private let file: InputFile
  private let readLimit: Int64?
  private let blockSize: Int

  /// The first block, which was read to see what kind of input it is.
  private var head: [UInt8]
  private var unreadHead: Range<Int>

  /// What the first bytes say.
  let magic: ContentMagic
  /// Bytes taken from the file, where the next read begins.
  private(set) var offset: Int64
  private var wasTruncated = false

  /// - Parameter startOffset: where to begin; what kind of input it is stands at its beginning all the same.
  init(_ file: consuming InputFile, options: ReadOptions, startOffset: Int64) throws(InputError) {
    var head = [UInt8](repeating: 0, count: max(options.blockSize, ContentMagic.headLength))
    var filled = 0
    while filled < ContentMagic.headLength {
      let end = min(head.count, filled + options.blockSize)
      let got = try file.read(into: &head, filled..<end, at: Int64(filled))
      if got == 0 { break }
      filled += got
    }
    magic = ContentMagic(head[..<filled])
    if let limit = options.readLimit, startOffset == 0 { filled = min(filled, Int(limit)) }
    unreadHead = startOffset == 0 ? 0..<filled : 0..<0
    offset = startOffset == 0 ? Int64(filled) : startOffset
    self.head = head
    readLimit = options.readLimit
    blockSize = options.blockSize
    self.file = file
  }

  /// Whether it is a file, which can be read at any place and never makes a reader wait for a writer.
  var isPositioned: Bool { file.size != nil }

  /// What has been read so far.
  var account: SourceAccount { SourceAccount(rawBytes: offset, wasTruncated: wasTruncated) }

  /// Bytes of a file, from anywhere in it.
  func bytes(at offset: Int64, count: Int) throws(InputError) -> [UInt8] {
    try file.bytes(at: offset, count: count)
  }

  /// Puts some bytes into `range` of `buffer`.
  ///
  /// - Returns: how many; 0 only at the end.
  mutating func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(InputError) -> Int {
    guard unreadHead.isEmpty else { return takeHead(into: &buffer, range) }
    var count = min(range.count, blockSize)
    if let readLimit { count = min(count, Int(readLimit - offset)) }
    guard count > 0 else { return 0 }
    let got = try file.read(into: &buffer, range.lowerBound..<range.lowerBound + count, at: offset)
    if got == 0, readLimit != nil { wasTruncated = true }
    offset += Int64(got)
    return got
  }

  private mutating func takeHead(into buffer: inout [UInt8], _ range: Range<Int>) -> Int {
    let count = min(unreadHead.count, range.count)
    buffer.copy(head, unreadHead.prefix(count), to: range.lowerBound)
    unreadHead = unreadHead.dropFirst(count)
    if unreadHead.isEmpty { head = [] }
    return count
  }
}

extension [UInt8] {
  /// Overwrites bytes from `start` on with a range of others.
  mutating func copy(_ source: [UInt8], _ range: Range<Int>, to start: Int) {
    // Sound: slicing checks both ranges, and the pointers stay in these closures.
    unsafe withUnsafeMutableBytes { target in
      unsafe source.withUnsafeBytes { source in
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: target[start..<start + range.count])
        unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
      }
    }
  }
}
