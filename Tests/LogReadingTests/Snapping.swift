import CSnappy

/// The bytes as one raw block of snappy.
func snap(_ bytes: [UInt8]) -> [UInt8] {
  var count = snappy_max_compressed_length(bytes.count)
  var block = [UInt8](repeating: 0, count: count)
  // Sound: the block has the room that the library asks for.
  let status = unsafe bytes.withUnsafeBytes { source in
    unsafe block.withUnsafeMutableBytes { target in
      unsafe snappy_compress(
        source.baseAddress?.assumingMemoryBound(to: CChar.self), source.count,
        target.baseAddress?.assumingMemoryBound(to: CChar.self), &count)
    }
  }
  precondition(status == SNAPPY_OK)
  return Array(block[..<count])
}

/// What a raw block of snappy holds, straight from its description; `nil` when it is damaged.
func unsnap(_ block: [UInt8]) -> [UInt8]? {
  var rest = block[...]
  func number(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).enumerated().reduce(0) { $0 + Int($1.element) << (8 * $1.offset) }
  }
  var length = 0
  for shift in [0, 7, 14, 21, 28] {
    guard let byte = rest.popFirst() else { return nil }
    length |= Int(byte & 127) << shift
    if byte < 128 { break }
    if shift == 28 { return nil }
  }
  guard length < 1 << 32 else { return nil }
  var bytes: [UInt8] = []
  while let tag = rest.popFirst() {
    let high = Int(tag >> 2)
    var distance = 0
    var count = high + 1
    switch tag & 3 {
    case 0:
      if high >= 60 {
        guard let more = number(high - 59) else { return nil }
        count = more + 1
      }
      guard rest.count >= count else { return nil }
      bytes += rest.prefix(count)
      rest = rest.dropFirst(count)
      if bytes.count > length { return nil }
      continue
    case 1:
      guard let low = number(1) else { return nil }
      distance = Int(tag >> 5) << 8 | low
      count = high & 7 + 4
    case let kind:
      guard let far = number(kind == 2 ? 2 : 4) else { return nil }
      distance = far
    }
    guard (1...max(1, bytes.count)).contains(distance), !bytes.isEmpty, bytes.count + count <= length else {
      return nil
    }
    for _ in 0..<count { bytes.append(bytes[bytes.count - distance]) }
  }
  return bytes.count == length ? bytes : nil
}

/// The bytes as snappy in frames, so many in each chunk.
func snapFrames(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
  var file = frame(0xFF, Array("sNaPpY".utf8))
  for start in stride(from: 0, to: bytes.count, by: size) {
    let part = Array(bytes[start..<min(bytes.count, start + size)])
    file += frame(0, check(part) + snap(part))
  }
  return file
}

/// A chunk of a frame: its type, three bytes of length, what it holds.
func frame(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
  [type, UInt8(body.count & 255), UInt8(body.count >> 8 & 255), UInt8(body.count >> 16)] + body
}

/// The check of a chunk, as its description says.
func check(_ bytes: [UInt8]) -> [UInt8] {
  let sum = slowCheck(bytes)
  let masked = (sum >> 15 | sum << 17) &+ 0xA282_EAD8
  return (0..<4).map { UInt8(truncatingIfNeeded: masked >> (8 * $0)) }
}

/// CRC-32C bit by bit.
func slowCheck(_ bytes: [UInt8]) -> UInt32 {
  var sum = UInt32.max
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0x82F6_3B78 : sum >> 1 }
  }
  return ~sum
}
