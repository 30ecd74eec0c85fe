/// The bytes of an input, unpacked when it is compressed.
struct ByteSource: ~Copyable {
  private let file: InputFile
  private let readLimit: Int64?
  private let blockSize: Int
  private let decompressedLimit: Int64
  private let ratioLimit: Int64

  /// Raw bytes that were read and not yet used.
  private var input: [UInt8]
  private var inputRange: Range<Int>
  private var gzip: GzipStream?
  private var zstd: ZstdStream?
  private var isBetweenMembers = false
  private var isAtEnd = false

  /// Bytes taken from the file, where the next read begins.
  private(set) var rawBytes: Int64
  private(set) var decompressedBytes: Int64 = 0
  /// Whether other data follows the last compressed member.
  private(set) var hasTrailingGarbage = false
  private(set) var wasTruncated = false

  /// Decompressed bytes that any log may have, whatever their ratio.
  private static let ratioFloor: Int64 = 64 << 20

  /// - Parameter startOffset: where to begin; only 0 when the input is compressed.
  /// - Throws: the error of reading, of an unsupported kind of content, or `notResumable`.
  init(_ file: consuming InputFile, options: ReadOptions, startOffset: Int64) throws(InputError) {
    var input = [UInt8](repeating: 0, count: max(options.blockSize, ContentMagic.headLength))
    var filled = 0
    // What kind of input it is stands at its beginning, wherever reading is to begin.
    while filled < ContentMagic.headLength {
      let end = min(input.count, filled + options.blockSize)
      let got = try file.read(into: &input, filled..<end, at: Int64(filled))
      if got == 0 { break }
      filled += got
    }
    let magic = ContentMagic(input[..<filled])
    switch magic {
    case .unsupported(let kind): throw .unsupported(kind)
    case .utf16: throw .utf16
    case .utf32: throw .utf32
    case .gzip, .zstd: guard startOffset == 0 else { throw .notResumable }
    case .text: guard startOffset == 0 || file.size != nil else { throw .notResumable }
    }
    gzip = magic == .gzip ? try GzipStream() : nil
    zstd = magic == .zstd ? try ZstdStream() : nil
    if let limit = options.readLimit, startOffset == 0 { filled = min(filled, Int(limit)) }
    inputRange = startOffset == 0 ? 0..<filled : 0..<0
    rawBytes = startOffset == 0 ? Int64(filled) : startOffset
    self.input = input
    readLimit = options.readLimit
    blockSize = options.blockSize
    decompressedLimit = options.decompressedLimit
    ratioLimit = options.ratioLimit
    self.file = file
  }

  /// The name of the compression for the ledger of files, if there is one.
  var compression: String? { gzip != nil ? "gzip" : zstd != nil ? "zstd" : nil }

  /// Bytes of the file itself, as they lie there.
  func bytes(at offset: Int64, count: Int) throws(InputError) -> [UInt8] {
    try file.bytes(at: offset, count: count)
  }

  /// Bytes of the file itself, uncompressed, from its start.
  func head(count: Int) throws(InputError) -> [UInt8] { try file.bytes(at: 0, count: count) }

  /// The byte of a file at `offset`, if it has one there.
  func byte(at offset: Int64) throws(InputError) -> UInt8? { try file.bytes(at: offset, count: 1).first }

  /// Puts some bytes into `range` of `buffer`.
  ///
  /// - Returns: how many; 0 only at the end.
  mutating func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(InputError) -> Int {
    if compression != nil { return try decompress(into: &buffer, range) }
    guard inputRange.isEmpty else {
      let count = min(inputRange.count, range.count)
      for offset in 0..<count { buffer[range.lowerBound + offset] = input[inputRange.lowerBound + offset] }
      inputRange = inputRange.lowerBound + count..<inputRange.upperBound
      return count
    }
    return try readRaw(into: &buffer, range)
  }

  private mutating func readRaw(into buffer: inout [UInt8], _ range: Range<Int>) throws(InputError) -> Int {
    var count = min(range.count, blockSize)
    if let readLimit { count = min(count, Int(readLimit - rawBytes)) }
    guard count > 0 else { return 0 }
    let got = try file.read(into: &buffer, range.lowerBound..<range.lowerBound + count, at: rawBytes)
    if got == 0, readLimit != nil { wasTruncated = true }
    rawBytes += Int64(got)
    return got
  }

  /// Reads more raw bytes behind those that are left; whether there were any.
  private mutating func refill() throws(InputError) -> Bool {
    if inputRange.isEmpty { inputRange = 0..<0 }
    if inputRange.lowerBound > 0, inputRange.upperBound == input.count {
      let rest = Array(input[inputRange])
      for index in rest.indices { input[index] = rest[index] }
      inputRange = 0..<rest.count
    }
    var block: [UInt8] = []
    swap(&block, &input)
    defer { swap(&block, &input) }
    let got = try readRaw(into: &block, inputRange.upperBound..<block.count)
    inputRange = inputRange.lowerBound..<inputRange.upperBound + got
    return got > 0
  }
}

// MARK: - Decompression

extension ByteSource {
  private mutating func decompress(into buffer: inout [UInt8], _ range: Range<Int>) throws(InputError) -> Int
  {
    while !isAtEnd {
      if inputRange.isEmpty, try !refill() {
        isAtEnd = true
        guard isBetweenMembers else { throw gzip != nil ? .gzipTruncated : .zstdTruncated }
        break
      }
      if isBetweenMembers, try !startNextMember() { break }
      let step = try step(into: &buffer, range)
      inputRange = inputRange.lowerBound + step.consumed..<inputRange.upperBound
      isBetweenMembers = step.isComplete
      decompressedBytes += Int64(step.produced)
      try checkLimits()
      if step.produced > 0 { return step.produced }
    }
    return 0
  }

  private mutating func step(
    into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(InputError) -> DecompressionStep {
    if let step = try gzip?.step(&input, inputRange, into: &buffer, range) { return step }
    if let step = try zstd?.step(input, inputRange, into: &buffer, range) { return step }
    preconditionFailure("a compressed input without its stream")
  }

  /// Looks whether another member begins here.
  ///
  /// Zeros up to the end are padding, as tapes leave it; anything else is
  /// left out and said.
  private mutating func startNextMember() throws(InputError) -> Bool {
    while inputRange.count < 4, try refill() {}
    switch ContentMagic(input[inputRange]) {
    case .gzip where gzip != nil:
      gzip?.restart()
      return true
    case .zstd where zstd != nil: return true
    default: break
    }
    isAtEnd = true
    repeat {
      if input[inputRange].contains(where: { $0 != 0 }) {
        hasTrailingGarbage = true
        break
      }
      inputRange = 0..<0
    } while try refill()
    return false
  }

  private func checkLimits() throws(InputError) {
    let used = max(1, rawBytes - Int64(inputRange.count))
    if decompressedBytes > decompressedLimit
      || decompressedBytes > Self.ratioFloor && decompressedBytes / used > ratioLimit
    {
      throw .decompressedLimit
    }
  }
}
