import CSnappy

/// Unpacks an input that is one raw block of snappy, as Alibaba's log service ships objects to OSS.
///
/// A block has no check, and may refer back to any of its bytes; so it is read and unpacked as a whole.
struct SnappyBlock {
  private var packed: [UInt8] = []
  private var unpacked: [UInt8] = []
  private var given = 0
  private var hasEnded = false
  private let unpackedLimit: Int64

  /// Bytes of a block before and after, beyond which it would take too much memory: the log service ships objects of
  /// 256 MB at most.
  static let packedLimit = 512 << 20
  static let unpackedLimit: Int64 = 1 << 30

  init(decompressedLimit: Int64) { unpackedLimit = min(decompressedLimit, Self.unpackedLimit) }

  /// Takes all of `input`, as long as there is any; then gives of what `end` has unpacked.
  mutating func step(
    _ input: [UInt8], _ inputRange: Range<Int>, into output: inout [UInt8], _ outputRange: Range<Int>
  ) throws(InputError) -> DecompressionStep {
    guard hasEnded else {
      packed += input[inputRange]
      if packed.count > Self.packedLimit { throw .snappyTooLarge }
      return DecompressionStep(consumed: inputRange.count, produced: 0, isComplete: false)
    }
    let count = min(outputRange.count, unpacked.count - given)
    output.copy(unpacked, given..<given + count, to: outputRange.lowerBound)
    given += count
    let isComplete = given == unpacked.count
    if isComplete { unpacked = [] }
    return DecompressionStep(consumed: 0, produced: count, isComplete: isComplete)
  }

  /// Unpacks what was taken, since there is no more.
  ///
  /// - Returns: whether there is something to give now; not when it was called before.
  /// - Throws: `snappyDamaged`, for a block that was cut, too; `snappyTooLarge`.
  mutating func end() throws(InputError) -> Bool {
    if hasEnded { return false }
    hasEnded = true
    let block = packed
    packed = []
    // The length that a block names is believed once all of it has been looked at: it may name 4 GiB in ten bytes.
    guard let length = Self.length(of: block) else { throw .snappyDamaged }
    if length > unpackedLimit { throw .snappyTooLarge }
    unpacked = [UInt8](repeating: 0, count: length)
    var produced = length
    // Sound: the library writes `produced` bytes at most and keeps neither pointer.
    let status = unsafe block.withUnsafeBytes { source in
      unsafe unpacked.withUnsafeMutableBytes { target in
        unsafe snappy_uncompress(
          source.baseAddress?.assumingMemoryBound(to: CChar.self), source.count,
          target.baseAddress?.assumingMemoryBound(to: CChar.self), &produced)
      }
    }
    guard status == SNAPPY_OK || length == 0, produced == length else { throw .snappyDamaged }
    return length > 0
  }

  /// The unpacked length of a block that is whole and sound.
  private static func length(of block: [UInt8]) -> Int? {
    var length = 0
    // Sound: as above.
    let isSound = unsafe block.withUnsafeBytes { source in
      let start = unsafe source.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let start = unsafe start else { return false }
      return unsafe snappy_uncompressed_length(start, source.count, &length) == SNAPPY_OK
        && snappy_validate_compressed_buffer(start, source.count) == SNAPPY_OK
    }
    return isSound ? length : nil
  }
}
