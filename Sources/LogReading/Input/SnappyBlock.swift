/// Unpacks a raw block of snappy, as Alibaba's log service ships objects to OSS, while it is being read.
///
/// A block may refer back to any of its bytes, and the C interface of the library wants all of it in memory, before and
/// after: 256 MB for an object as the log service ships them. But all known writers pack 64 KiB at a time and refer back
/// no further; so a window does, and a block of any size takes as much memory.
struct SnappyBlock {
  /// What stands before the next byte, and behind it the bytes that wait to be given.
  private var bytes: [UInt8]
  private var given = 0
  private var filled = 0

  private var part = Part.length(read: 0, shift: 0)
  /// Of the whole block, as it names it.
  private var length: Int64 = 0
  private var produced: Int64 = 0

  /// A step of a block, as far as it has been read.
  private enum Part {
    case length(read: Int64, shift: Int64)
    /// Between two parts.
    case none
    /// The bytes behind a tag, the lowest first.
    case number(tag: UInt8, read: Int64, shift: Int64, end: Int64)
    case literal(left: Int64)
    case copy(left: Int, distance: Int)
  }

  /// How far back a block may refer: four times as far as any known writer does.
  static let window = 256 << 10

  init() { bytes = [UInt8](repeating: 0, count: 2 * Self.window) }

  /// Begins another block, without what was not given of the last one.
  mutating func restart() {
    given = 0
    filled = 0
    part = .length(read: 0, shift: 0)
    produced = 0
  }

  /// Unpacks from `input` into `output` as far as either lasts; never says that the block is complete, see `end`.
  ///
  /// - Throws: `snappyDamaged`; `snappyDistance` for a copy from before the window.
  mutating func step(
    _ input: [UInt8], _ inputRange: Range<Int>, into output: inout [UInt8], _ outputRange: Range<Int>
  ) throws(InputError) -> DecompressionStep {
    var rest = inputRange
    var target = outputRange
    while true {
      let count = min(target.count, filled - given)
      output.copy(bytes, given..<given + count, to: target.lowerBound)
      given += count
      target = target.dropFirst(count)
      if target.isEmpty { break }
      if filled == bytes.count {
        bytes.copy(Array(bytes[(filled - Self.window)...]), 0..<Self.window, to: 0)
        filled = Self.window
        given = filled
      }
      let before = filled
      try unpack(input, &rest)
      if filled == before { break }
    }
    return DecompressionStep(
      consumed: inputRange.count - rest.count, produced: outputRange.count - target.count, isComplete: false)
  }

  /// Checks at the end of the input that it is one of the block, too.
  ///
  /// - Throws: `snappyDamaged` for a block that was cut.
  func end() throws(InputError) {
    guard case .none = part, produced == length else { throw .snappyDamaged }
  }
}

extension SnappyBlock {
  /// Unpacks until the input is used up or there is no room.
  private mutating func unpack(_ input: [UInt8], _ rest: inout Range<Int>) throws(InputError) {
    while true {
      switch part {
      case .literal(let left):
        let count = min(Int(clamping: left), rest.count, bytes.count - filled)
        bytes.copy(input, rest.prefix(count), to: filled)
        rest = rest.dropFirst(count)
        filled += count
        produced += Int64(count)
        part = left == Int64(count) ? .none : .literal(left: left - Int64(count))
        if rest.isEmpty || filled == bytes.count { return }
      case .copy(let left, let distance):
        let count = min(left, bytes.count - filled)
        let range = filled..<filled + count
        var span = bytes.mutableSpan
        for index in range { span[index] = span[index - distance] }
        filled += count
        produced += Int64(count)
        part = left == count ? .none : .copy(left: left - count, distance: distance)
        if filled == bytes.count { return }
      case .none, .length, .number:
        guard let byte = rest.first else { return }
        rest = rest.dropFirst()
        try take(input[byte])
      }
    }
  }

  /// A byte between the texts of a block.
  private mutating func take(_ byte: UInt8) throws(InputError) {
    switch part {
    case .length(let read, let shift):
      // Up to five groups of seven bits.
      let read = read | Int64(byte & 0x7F) << shift
      guard byte & 0x80 != 0 else {
        guard read <= Int64(UInt32.max) else { throw .snappyDamaged }
        length = read
        part = .none
        return
      }
      guard shift < 28 else { throw .snappyDamaged }
      part = .length(read: read, shift: shift + 7)
    case .number(let tag, let read, let shift, let end):
      let read = read | Int64(byte) << shift
      guard shift + 8 == end else {
        part = .number(tag: tag, read: read, shift: shift + 8, end: end)
        return
      }
      try begin(tag, read)
    case .none:
      let count: Int64 =
        switch byte & 3 {
        case 0: max(0, Int64(byte >> 2) - 59)
        case 1: 1
        case 2: 2
        default: 4
        }
      if count == 0 {
        try begin(byte, 0)
      } else {
        part = .number(tag: byte, read: 0, shift: 0, end: count * 8)
      }
    case .literal, .copy: preconditionFailure("a byte of a part that is not done")
    }
  }

  /// - Parameter number: what the bytes behind the tag say.
  private mutating func begin(_ tag: UInt8, _ number: Int64) throws(InputError) {
    let high = Int64(tag >> 2)
    var count = high + 1
    var distance = number
    switch tag & 3 {
    case 0:
      if high >= 60 { count = number + 1 }
      guard count <= length - produced else { throw .snappyDamaged }
      part = .literal(left: count)
      return
    case 1:
      count = high & 7 + 4
      distance |= Int64(tag >> 5) << 8
    default: break
    }
    guard distance > 0, distance <= produced, count <= length - produced else { throw .snappyDamaged }
    guard distance <= Int64(Self.window) else { throw .snappyDistance }
    part = .copy(left: Int(count), distance: Int(distance))
  }
}
