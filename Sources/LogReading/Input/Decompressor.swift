/// Unpacks a compressed input, member after member, as it is asked for bytes.
struct Decompressor: ~Copyable {
  private var raw: RawInput
  private let decompressedLimit: Int64
  private let ratioLimit: Int64

  /// Compressed bytes that were read and not yet used.
  private var input: [UInt8]
  private var inputRange = 0..<0
  private var gzip: GzipStream?
  private var zstd: ZstdStream?
  private var lz4: Lz4Stream?
  private var snappy: SnappyBlock?
  private var snappyFrames: SnappyFrames?
  private var isBetweenMembers = false
  private var isAtEnd = false
  /// Whether the stream may have bytes to give before it is given more.
  private var holdsOutput = false

  private var decompressedBytes: Int64 = 0
  private var hasTrailingGarbage = false

  /// Decompressed bytes that any log may have, whatever their ratio.
  private static let ratioFloor: Int64 = 64 << 20

  /// - Parameter raw: what `ContentMagic` says is compressed.
  init(_ raw: consuming RawInput, options: ReadOptions) throws(InputError) {
    gzip = raw.magic == .gzip ? try GzipStream() : nil
    zstd = raw.magic == .zstd ? try ZstdStream() : nil
    lz4 = raw.magic == .lz4 ? try Lz4Stream() : nil
    snappy = raw.magic == .snappy ? SnappyBlock() : nil
    snappyFrames = raw.magic == .snappyFrames ? SnappyFrames() : nil
    input = [UInt8](repeating: 0, count: max(options.blockSize, ContentMagic.headLength))
    decompressedLimit = options.decompressedLimit
    ratioLimit = options.ratioLimit
    self.raw = raw
  }

  /// What has been read so far.
  var account: SourceAccount {
    var account = raw.account
    account.hasTrailingGarbage = hasTrailingGarbage
    return account
  }

  /// Bytes of the file itself, as they lie there.
  func bytes(at offset: Int64, count: Int) throws(InputError) -> [UInt8] {
    try raw.bytes(at: offset, count: count)
  }

  /// Puts some unpacked bytes into `range` of `buffer`.
  ///
  /// - Returns: how many; 0 only at the end.
  /// - Throws: what is wrong with the input; what the step that noticed it had unpacked is left out.
  mutating func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(InputError) -> Int {
    while !isAtEnd {
      if inputRange.isEmpty, !holdsOutput, try !refill() {
        isAtEnd = true
        try snappy?.end()
        try snappyFrames?.end()
        guard isBetweenMembers || snappy != nil || snappyFrames != nil else { throw truncation }
        break
      }
      if isBetweenMembers, try !startNextMember() { break }
      let step = try step(into: &buffer, range)
      inputRange = inputRange.dropFirst(step.consumed)
      isBetweenMembers = step.isComplete
      holdsOutput = !step.isComplete && step.produced == range.count
      decompressedBytes += Int64(step.produced)
      try checkLimits()
      if step.produced > 0 { return step.produced }
    }
    return 0
  }
}

extension Decompressor {
  private var truncation: InputError {
    switch raw.magic {
    case .gzip: .gzipTruncated
    case .lz4: .lz4Truncated
    default: .zstdTruncated
    }
  }

  /// Reads more compressed bytes behind those that are left; whether there were any.
  private mutating func refill() throws(InputError) -> Bool {
    if inputRange.isEmpty { inputRange = 0..<0 }
    if inputRange.lowerBound > 0, inputRange.upperBound == input.count {
      input.copy(Array(input[inputRange]), 0..<inputRange.count, to: 0)
      inputRange = 0..<inputRange.count
    }
    let got = try raw.read(into: &input, inputRange.upperBound..<input.count)
    inputRange = inputRange.lowerBound..<inputRange.upperBound + got
    return got > 0
  }

  private mutating func step(
    into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(InputError) -> DecompressionStep {
    if let step = try gzip?.step(&input, inputRange, into: &buffer, range) { return step }
    if let step = try zstd?.step(input, inputRange, into: &buffer, range) { return step }
    if let step = try lz4?.step(input, inputRange, into: &buffer, range) { return step }
    if let step = try snappy?.step(input, inputRange, into: &buffer, range) { return step }
    if let step = try snappyFrames?.step(input, inputRange, into: &buffer, range) { return step }
    preconditionFailure("a compressed input without its stream")
  }

  /// Looks whether another member begins here, behind zeros, which are padding as tapes leave it.
  ///
  /// A few other bytes are left out and said.
  ///
  /// - Throws: `mixedContent` for lines and for what is packed in another way, which nobody would read.
  private mutating func startNextMember() throws(InputError) -> Bool {
    guard try skipZeros() else {
      isAtEnd = true
      return false
    }
    while inputRange.count < SnappyFrames.beginning.count, try refill() {}
    switch ContentMagic(input[inputRange]) {
    case .gzip where gzip != nil:
      gzip?.restart()
      return true
    case .zstd where zstd != nil || lz4 != nil: return true
    case .lz4 where lz4 != nil: return true
    case .gzip, .zstd, .lz4, .snappyFrames: throw .mixedContent
    default: break
    }
    isAtEnd = true
    hasTrailingGarbage = true
    repeat {
      guard !input[inputRange].contains(UInt8(ascii: "\n")) else { throw .mixedContent }
      inputRange = 0..<0
    } while try refill()
    return false
  }

  /// Drops zeros; whether anything follows them.
  private mutating func skipZeros() throws(InputError) -> Bool {
    repeat {
      if let next = inputRange.first(where: { input[$0] != 0 }) {
        inputRange = next..<inputRange.upperBound
        return true
      }
      inputRange = 0..<0
    } while try refill()
    return false
  }

  private func checkLimits() throws(InputError) {
    let used = max(1, raw.offset - Int64(inputRange.count))
    if decompressedBytes > decompressedLimit
      || decompressedBytes > Self.ratioFloor && decompressedBytes / used > ratioLimit
    {
      throw .decompressedLimit
    }
  }
}

/// What one step of decompression did.
struct DecompressionStep {
  /// Compressed bytes taken.
  var consumed: Int
  /// Bytes given.
  var produced: Int
  /// Whether a member or frame is complete, so that another one may follow.
  var isComplete: Bool
}
