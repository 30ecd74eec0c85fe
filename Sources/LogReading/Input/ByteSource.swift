/// The bytes of an input, unpacked when it is compressed.
struct ByteSource: ~Copyable {
  /// One of the two is there.
  private var plain: RawInput?
  private var packed: ReadAhead?
  /// The name of the compression for the ledger of files, if there is one.
  let compression: String?

  /// - Parameter startOffset: where to begin; only 0 when the input is compressed.
  /// - Throws: the error of reading, of an unsupported kind of content, or `notResumable`.
  init(_ file: consuming InputFile, options: ReadOptions, startOffset: Int64) throws(InputError) {
    let raw = try RawInput(file, options: options, startOffset: startOffset)
    guard let compression = try Self.compression(of: raw) else {
      guard startOffset == 0 || raw.isPositioned else { throw .notResumable }
      self.init(plain: raw, packed: nil, compression: nil)
      return
    }
    guard startOffset == 0 else { throw .notResumable }
    let canReadAhead = raw.isPositioned && options.readsAhead
    let decompressor = try Decompressor(raw, options: options)
    let packed = ReadAhead(isPossible: canReadAhead, blockSize: options.blockSize, decompressor: decompressor)
    self.init(plain: nil, packed: packed, compression: compression)
  }

  private init(plain: consuming RawInput?, packed: consuming ReadAhead?, compression: String?) {
    self.plain = plain
    self.packed = packed
    self.compression = compression
  }

  private static func compression(of raw: borrowing RawInput) throws(InputError) -> String? {
    switch raw.magic {
    case .unsupported(let kind): throw .unsupported(kind)
    case .utf16: throw .utf16
    case .utf32: throw .utf32
    case .gzip: "gzip"
    case .zstd: "zstd"
    case .lz4: "lz4"
    case .snappy, .snappyFrames: "snappy"
    case .text: nil
    }
  }

  /// What has been read so far.
  var account: SourceAccount {
    switch packed {
    case .some(let packed): return packed.account
    case .none: break
    }
    switch plain {
    case .some(let plain): return plain.account
    case .none: return SourceAccount()
    }
  }

  /// Bytes of the file itself, as they lie there.
  func bytes(at offset: Int64, count: Int) throws(InputError) -> [UInt8] {
    if let bytes = try packed?.bytes(at: offset, count: count) { return bytes }
    if let bytes = try plain?.bytes(at: offset, count: count) { return bytes }
    preconditionFailure("an input that is neither plain nor packed")
  }

  /// Bytes of the file itself, uncompressed, from its start.
  func head(count: Int) throws(InputError) -> [UInt8] { try bytes(at: 0, count: count) }

  /// The byte of a file at `offset`, if it has one there.
  func byte(at offset: Int64) throws(InputError) -> UInt8? { try bytes(at: offset, count: 1).first }

  /// Puts some bytes into `range` of `buffer`.
  ///
  /// - Returns: how many; 0 only at the end.
  mutating func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(InputError) -> Int {
    if let count = try packed?.read(into: &buffer, range) { return count }
    if let count = try plain?.read(into: &buffer, range) { return count }
    preconditionFailure("an input that is neither plain nor packed")
  }
}

/// What of an input has been read.
struct SourceAccount: Sendable {
  /// Bytes taken from the file.
  var rawBytes: Int64 = 0
  /// Whether other data follows the last compressed member.
  var hasTrailingGarbage = false
  /// Whether the file ended before the limit up to which it was to be read.
  var wasTruncated = false
}
