import CSnappy
import ReceiptModel
import Synchronization

@testable import LogReading

extension FuzzTarget {
  /// Anything packed, as `ByteSource` unpacks it in blocks of several sizes.
  static let packed = FuzzTarget(name: "packed") { input in
    let file = try MemoryFile(input)
    let whole = try unpacked(file, blockSize: 8 << 10)
    let size = [16, 61, 509, 4096][(input.last.map(Int.init) ?? 0) % 4]
    let pieces = try unpacked(file, blockSize: size)
    try promise(whole.error == nil, equals: pieces.error == nil, "blocks of \(size) bytes end otherwise")
    let count = min(whole.bytes.count, pieces.bytes.count)
    try promise(
      whole.bytes[..<count], equals: pieces.bytes[..<count], "blocks of \(size) bytes unpack otherwise")
    if whole.error == nil { try promise(whole.bytes.count, equals: pieces.bytes.count, "bytes are missing") }
  }

  /// What stands behind the header of a gzip member, unpacked by the stream in use and by zlib.
  static let gzip = FuzzTarget(name: "gzip") { input in
    guard let first = input.first else { return }
    let member = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + input.dropFirst()
    let sizes = (input: Int(first & 15) * 7 + 1, output: Int(first >> 4) * 29 + 1)
    let fast = try inflated(GzipStream.self, member, sizes)
    let slow = try inflated(ZlibStream.self, member, sizes)
    let count = min(fast.bytes.count, slow.bytes.count)
    try promise(fast.bytes[..<count], equals: slow.bytes[..<count], "two streams inflate otherwise")
    // zlib refuses some codes that ISA-L can read; then the checks decide. What ISA-L refuses, zlib does, too.
    if slow.ending == .complete { try promise(fast.ending, equals: .complete, "a sound member is refused") }
    if fast.ending == .complete, slow.ending == .complete {
      try promise(fast.bytes.count, equals: slow.bytes.count, "bytes are missing")
    }
  }

  /// A raw block of snappy, unpacked in pieces and by the library.
  static let snappyBlock = FuzzTarget(name: "snappy-block") { input in
    guard let first = input.first else { return }
    let block = Array(input.dropFirst())
    let sizes = (input: Int(first & 15) + 1, output: Int(first >> 4) * 17 + 1)
    let pieces = usedBlock.withLock { unpacked(block, by: &$0, sizes) }
    // The library wants room for all that a block claims to hold.
    guard let length = snappyLength(block), length <= 1 << 18 else { return }
    let library = unsnapped(block, length)
    // To the library, a literal of 2^32 bytes is one of none; the description knows no such thing.
    let longest: [UInt8] = [0xFC, 0xFF, 0xFF, 0xFF, 0xFF]
    if pieces == nil, block.indices.contains(where: { block[$0...].starts(with: longest) }) { return }
    // A copy from very far, which the library can make and the program cannot, has no room in a block of this size.
    try promise(pieces, equals: library, "a block is unpacked otherwise than by the library")
  }

  /// Chunks whose checks are right, so that what is in them is unpacked: a type, two bytes of length, the rest.
  static let snappyFrames = FuzzTarget(name: "snappy-frames") { input in
    var file = SnappyFrames.beginning
    var expected: [UInt8]? = []
    var rest = input[...]
    while let type = rest.popFirst(), let low = rest.popFirst() {
      let body = Array(rest.prefix(Int(low)))
      rest = rest.dropFirst(body.count)
      let text = type == 0 ? snappyLength(body).flatMap { $0 <= 1 << 16 ? unsnapped(body, $0) : nil } : body
      let content = type < 2 ? check(text ?? []) + body : body
      file += [type, UInt8(content.count & 255), UInt8(content.count >> 8), 0] + content
      switch type {
      case 0, 1: expected = text.flatMap { text in expected.map { $0 + text } }
      case 0x80...0xFE: break
      case 0xFF where file.suffix(10) == SnappyFrames.beginning[...]: break
      default: expected = nil
      }
    }
    let whole = try unpacked(MemoryFile(file), blockSize: 8 << 10)
    let pieces = try unpacked(MemoryFile(file), blockSize: 61)
    try promise(whole.error == nil ? whole.bytes : nil, equals: expected, "frames are unpacked otherwise")
    try promise(pieces.error == nil ? pieces.bytes : nil, equals: expected, "pieces are unpacked otherwise")
  }
}

private func unpacked(_ file: MemoryFile, blockSize: Int) throws -> (bytes: [UInt8], error: InputError?) {
  var options = ReadOptions()
  options.blockSize = blockSize
  options.decompressedLimit = 1 << 20
  options.readsAhead = false
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: blockSize)
  do throws(InputError) {
    var source = try ByteSource(InputFile(path: file.path), options: options, startOffset: 0)
    while true {
      let count = try source.read(into: &buffer, 0..<blockSize)
      if count == 0 { return (bytes, nil) }
      bytes += buffer[..<count]
    }
  } catch {
    return (bytes, error)
  }
}

private enum Ending { case complete, wantsMore, damaged }

private func inflated<Stream: GzipInflater & ~Copyable>(
  _: Stream.Type, _ packed: [UInt8], _ sizes: (input: Int, output: Int)
) throws -> (bytes: [UInt8], ending: Ending) {
  var packed = packed
  var stream = try Stream()
  var output = [UInt8](repeating: 0, count: sizes.output)
  var bytes: [UInt8] = []
  var consumed = 0
  var given = 0
  var isFull = false
  do throws(InputError) {
    while bytes.count < 1 << 20 {
      if consumed == given, !isFull {
        if given == packed.count { return (bytes, .wantsMore) }
        given = min(packed.count, given + sizes.input)
      }
      let step = try stream.step(&packed, consumed..<given, into: &output, output.indices)
      consumed += step.consumed
      bytes += output[..<step.produced]
      isFull = step.produced == output.count
      if step.isComplete { return (bytes, .complete) }
    }
    return (bytes, .wantsMore)
  } catch {
    return (bytes, .damaged)
  }
}

/// Used again and again, since half a megabyte for each of many small inputs would take more time than they do.
private let usedBlock = Mutex(SnappyBlock())

/// `nil` for a damaged block, and for one that holds more than any target looks at.
private func unpacked(
  _ packed: [UInt8], by block: inout SnappyBlock, _ sizes: (input: Int, output: Int)
) -> [UInt8]? {
  block.restart()
  var output = [UInt8](repeating: 0, count: sizes.output)
  var bytes: [UInt8] = []
  var position = 0
  do throws(InputError) {
    while bytes.count <= 1 << 20 {
      let end = min(packed.count, position + sizes.input)
      let step = try block.step(packed, position..<end, into: &output, output.indices)
      position += step.consumed
      bytes += output[..<step.produced]
      if position == packed.count, step.produced == 0 {
        try block.end()
        return bytes
      }
    }
    return nil
  } catch {
    return nil
  }
}

/// What a block claims to hold.
private func snappyLength(_ block: [UInt8]) -> Int? {
  var length = 0
  // Sound: the library looks at as many bytes as it is told there are.
  let status = unsafe block.withUnsafeBytes { bytes in
    unsafe snappy_uncompressed_length(
      bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &length)
  }
  return status == SNAPPY_OK ? length : nil
}

private func unsnapped(_ block: [UInt8], _ length: Int) -> [UInt8]? {
  var count = length
  // Never empty, so that there is an address.
  var bytes = [UInt8](repeating: 0, count: length + 1)
  // Sound: the room is what the library says that it needs.
  let status = unsafe block.withUnsafeBytes { source in
    unsafe bytes.withUnsafeMutableBytes { target in
      unsafe snappy_uncompress(
        source.baseAddress?.assumingMemoryBound(to: CChar.self), source.count,
        target.baseAddress?.assumingMemoryBound(to: CChar.self), &count)
    }
  }
  return status == SNAPPY_OK ? Array(bytes[..<count]) : nil
}

/// The check of a chunk, bit by bit as its description says.
private func check(_ bytes: [UInt8]) -> [UInt8] {
  var sum = UInt32.max
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0x82F6_3B78 : sum >> 1 }
  }
  sum = ~sum
  let masked = (sum >> 15 | sum << 17) &+ 0xA282_EAD8
  return (0..<4).map { UInt8(truncatingIfNeeded: masked >> (8 * $0)) }
}
