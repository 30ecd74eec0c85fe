/// What the first bytes of an input say about it.
enum ContentMagic: Equatable {
  case gzip, zstd, lz4
  /// A raw block, which has no magic: told by its parts.
  case snappy
  case snappyFrames
  /// Known, and not read here.
  case unsupported(String)
  case utf16, utf32
  /// Nothing known: taken for text.
  case text

  /// Bytes that are enough to tell: a tar archive names itself at 257.
  static let headLength = 512

  init(_ head: ArraySlice<UInt8>) {
    let bytes = Array(head.prefix(Self.headLength))
    if bytes.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      self = .zstd
    } else if bytes.starts(with: Self.lz4Frame) {
      self = .lz4
    } else if bytes.starts(with: SnappyFrames.beginning) {
      self = .snappyFrames
    } else if let end = Self.skippableFrameEnd(bytes) {
      // Both have them; what follows tells, when it is near.
      self = bytes.dropFirst(end).starts(with: Self.lz4Frame) ? .lz4 : .zstd
    } else if let kind = Self.unsupportedKind(bytes) {
      self = .unsupported(kind)
    } else {
      self = Self.wideText(bytes) ?? (SnappyBlock.begins(bytes[...]) ? .snappy : .text)
    }
  }

  private static let lz4Frame: [UInt8] = [0x04, 0x22, 0x4D, 0x18]

  /// Where a skippable frame of zstd and lz4 ends that begins here; as late as can be when its length is not there.
  private static func skippableFrameEnd(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4, bytes[0] & 0xF0 == 0x50, bytes[1...3].elementsEqual([0x2A, 0x4D, 0x18]) else {
      return nil
    }
    guard bytes.count >= 8 else { return .max }
    return bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } + 8
  }

  private static func unsupportedKind(_ bytes: [UInt8]) -> String? {
    let magics: [(magic: [UInt8], kind: String)] = [
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz"),
      (Array("BZh".utf8), "bz2"),
      // The format of lz4 before there were frames.
      ([0x02, 0x21, 0x4C, 0x18], "lz4"),
      ([0x50, 0x4B, 0x03, 0x04], "zip"),
      ([0x50, 0x4B, 0x05, 0x06], "zip"),
      (Array("SQLite format 3\0".utf8), "sqlite"),
      ([0x7F] + Array("ELF".utf8), "elf"),
      (Array("PAR1".utf8), "parquet"),
      (Array("ORC".utf8), "orc"),
      (Array("Obj\u{1}".utf8), "avro"),
    ]
    if let found = magics.first(where: { bytes.starts(with: $0.magic) }) { return found.kind }
    if bytes.count >= 262, bytes[257..<262].elementsEqual("ustar".utf8) { return "tar" }
    return nil
  }

  /// UTF-16 and UTF-32 by their mark, or by the zeros that ASCII has in them.
  private static func wideText(_ bytes: [UInt8]) -> ContentMagic? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32 }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return .utf16 }
    guard bytes.count >= 8 else { return nil }
    let zeros = bytes.prefix(8).map { $0 == 0 }
    switch zeros {
    case [false, true, true, true, false, true, true, true],
      [true, true, true, false, true, true, true, false]:
      return .utf32
    case [false, true, false, true, false, true, false, true],
      [true, false, true, false, true, false, true, false]:
      return .utf16
    default: return nil
    }
  }
}
