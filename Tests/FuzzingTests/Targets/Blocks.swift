@testable import LogReading

/// Reads a log in one block and in blocks of a few bytes, which must tell the same.
func attemptInBlocks(_ log: [UInt8], _ change: (inout ReadOptions) -> Void) throws {
  let file = try MemoryFile(log)
  let whole = try Told(file, blockSize: 8 << 10, change)
  // A size that depends on the input, and divides nothing.
  let size = [1, 7, 61, 509][(log.last.map(Int.init) ?? 0) % 4]
  let pieces = try Told(file, blockSize: size, change)
  guard ContentMagic(log[...]) != .text else {
    return try promise(whole, equals: pieces, "blocks of \(size) bytes tell something else")
  }
  // How much of a damaged packed input comes out before the damage is met depends on the blocks.
  try promise(whole.error == nil, equals: pieces.error == nil, "blocks of \(size) bytes end otherwise")
  if whole.error == nil { try promise(whole, equals: pieces, "blocks of \(size) bytes tell something else") }
}
