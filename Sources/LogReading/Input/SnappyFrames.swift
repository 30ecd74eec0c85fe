/// Unpacks snappy in frames, as files of `snzip` and of Python's `snappy` are: chunks of at most 64 KiB, each with its check.
///
///     FF 06 00 00 sNaPpY      the beginning
///     00 length check block   a packed chunk
///     01 length check bytes   one that packing did not make smaller
///     FE length ...           padding; from 80 on, too, what is left out
struct SnappyFrames {
  private var block = SnappyBlock()
  /// What has been read of the chunk: its four bytes of type and length, and what it holds.
  private var chunk: [UInt8] = []
  private var toSkip = 0
  private var unpacked = [UInt8](repeating: 0, count: Self.mostUnpacked + 1)
  private var given = 0
  private var filled = 0

  static let beginning: [UInt8] = [0xFF, 0x06, 0x00, 0x00] + Array("sNaPpY".utf8)

  private static let mostUnpacked = 64 << 10
  /// Of a chunk with its check: more than packing can make of 64 KiB.
  private static let mostPacked = 4 + mostUnpacked + mostUnpacked / 6 + 32

  /// Unpacks from `input` into `output` as far as either lasts; never says that there is no more, see `end`.
  ///
  /// - Throws: `snappyDamaged`, `snappyChecksum`.
  mutating func step(
    _ input: [UInt8], _ inputRange: Range<Int>, into output: inout [UInt8], _ outputRange: Range<Int>
  ) throws(InputError) -> DecompressionStep {
    var rest = inputRange
    var target = outputRange
    while true {
      let count = min(target.count, filled - given)
      output.copy(unpacked, given..<given + count, to: target.lowerBound)
      given += count
      target = target.dropFirst(count)
      if target.isEmpty || rest.isEmpty { break }
      try take(input, &rest)
    }
    return DecompressionStep(
      consumed: inputRange.count - rest.count, produced: outputRange.count - target.count, isComplete: false)
  }

  /// Checks at the end of the input that it is one of a chunk, too.
  ///
  /// - Throws: `snappyDamaged` for what was cut within a chunk.
  func end() throws(InputError) {
    guard chunk.isEmpty, toSkip == 0 else { throw .snappyDamaged }
  }
}

extension SnappyFrames {
  /// Reads on in a chunk, and unpacks it when all of it is there.
  private mutating func take(_ input: [UInt8], _ rest: inout Range<Int>) throws(InputError) {
    let skipped = min(toSkip, rest.count)
    rest = rest.dropFirst(skipped)
    toSkip -= skipped
    add(input, &rest, upTo: 4)
    guard chunk.count >= 4 else { return }
    let length = Int(chunk[1]) | Int(chunk[2]) << 8 | Int(chunk[3]) << 16
    switch chunk[0] {
    case 0x80...0xFE:
      toSkip = length
      chunk.removeAll(keepingCapacity: true)
      return
    case 0, 1, 0xFF:
      guard length <= Self.mostPacked else { throw .snappyDamaged }
    default: throw .snappyDamaged
    }
    add(input, &rest, upTo: 4 + length)
    guard chunk.count == 4 + length else { return }
    defer { chunk.removeAll(keepingCapacity: true) }
    if chunk[0] == 0xFF {
      guard chunk == Self.beginning else { throw .snappyDamaged }
    } else {
      try unpack()
    }
  }

  private mutating func add(_ input: [UInt8], _ rest: inout Range<Int>, upTo count: Int) {
    let new = rest.prefix(max(0, count - chunk.count))
    chunk += input[new]
    rest = rest.dropFirst(new.count)
  }

  private mutating func unpack() throws(InputError) {
    guard chunk.count >= 8 else { throw .snappyDamaged }
    given = 0
    if chunk[0] == 1 {
      filled = chunk.count - 8
      guard filled <= Self.mostUnpacked else { throw .snappyDamaged }
      unpacked.copy(chunk, 8..<chunk.count, to: 0)
    } else {
      block.restart()
      // There is room for one byte more than a chunk may have, so that a longer one shows.
      let step = try block.step(chunk, 8..<chunk.count, into: &unpacked, unpacked.indices)
      guard step.consumed == chunk.count - 8, step.produced <= Self.mostUnpacked else { throw .snappyDamaged }
      try block.end()
      filled = step.produced
    }
    let check = chunk[4..<8].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard check == Self.masked(CRC32C.of(unpacked.span.extracting(0..<filled))) else { throw .snappyChecksum }
  }

  /// The check as it is stored, so that a check of data with checks in it is no weaker.
  private static func masked(_ check: UInt32) -> UInt32 { (check >> 15 | check << 17) &+ 0xA282_EAD8 }
}
