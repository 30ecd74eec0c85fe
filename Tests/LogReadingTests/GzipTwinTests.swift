import TestSupport
import Testing

@testable import LogReading

/// The stream in use beside zlib, which is the same one where there is no other.
struct GzipTwinTests {
  @Test(arguments: ["gzip -nc", "gzip -n1c", "gzip -n9c"])
  func `whole members give the same bytes in any pieces`(_ command: String) throws {
    var generator = SeededGenerator(seed: 31)
    for length in [0, 1, 100, 40_000, 300_000] {
      let text = Self.text(length, &generator)
      let packed = try pack(text, command)
      for _ in 0..<8 {
        let pieces = Pieces(using: &generator)
        let fast = try Inflated(GzipStream.self, packed, pieces)
        #expect(fast.ending == .complete)
        #expect(fast.consumed == packed.count)
        #expect(fast.bytes == text)
        #expect(try Inflated(ZlibStream.self, packed, pieces) == fast)
      }
    }
  }

  @Test func `bytes that do not compress are stored and read back`() throws {
    var generator = SeededGenerator(seed: 32)
    let noise = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let packed = try pack(noise, "gzip -nc")
    for _ in 0..<8 {
      #expect(try Inflated(GzipStream.self, packed, Pieces(using: &generator)).bytes == noise)
    }
  }

  @Test func `a member cut at any byte gives what came before, but for two bytes at most`() throws {
    var generator = SeededGenerator(seed: 33)
    let text = Self.text(5000, &generator)
    let packed = try pack(text, "gzip -nc")
    for length in packed.indices {
      let cut = Array(packed[..<length])
      let fast = try Inflated(GzipStream.self, cut, Pieces(using: &generator))
      let slow = try Inflated(ZlibStream.self, cut, Pieces(using: &generator))
      #expect(fast.ending == .wantsMore)
      #expect(slow.ending == .wantsMore)
      // ISA-L looks several literals up at once, and gives none of them when the bits of the last are missing.
      #expect((slow.bytes.count - 2...slow.bytes.count).contains(fast.bytes.count))
      #expect(text.starts(with: fast.bytes))
    }
  }

  @Test(arguments: [UInt64(34), 35, 36])
  func `damage anywhere is noticed, or the bytes are right all the same`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = Self.text(3000, &generator)
    let packed = try pack(text, "gzip -nc")
    for place in packed.indices {
      var damaged = packed
      damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      let fast = try Inflated(GzipStream.self, damaged, Pieces(using: &generator))
      let slow = try Inflated(ZlibStream.self, damaged, Pieces(using: &generator))
      if fast.ending == .complete || slow.ending == .complete { #expect(fast.bytes == text) }
      // zlib refuses some codes that ISA-L can read; then the checks decide. What ISA-L refuses, zlib does, too.
      if slow.ending == .complete { #expect(fast.ending == .complete) }
      if fast.ending == .damaged { #expect(slow.ending == .damaged) }
      let common = min(fast.bytes.count, slow.bytes.count)
      #expect(fast.bytes[..<common] == slow.bytes[..<common])
    }
  }

  @Test func `noise behind a header ends without harm`() throws {
    var generator = SeededGenerator(seed: 37)
    let header = try pack([], "gzip -nc")[..<10]
    for _ in 0..<3000 {
      let noise = (0..<Int.random(in: 0...600, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let fast = try Inflated(GzipStream.self, header + noise, Pieces(using: &generator))
      #expect(fast.ending != .complete)
    }
  }

  @Test func `every part of a header is passed over, however long`() throws {
    var generator = SeededGenerator(seed: 38)
    let text = Self.text(300, &generator)
    let body = try pack(text, "gzip -nc").dropFirst(10)
    for flags in UInt8(0)..<32 {
      let header = Self.header(flags: flags, length: 3000)
      for _ in 0..<3 {
        let fast = try Inflated(GzipStream.self, header + body, Pieces(using: &generator))
        #expect(fast.ending == .complete)
        #expect(fast.bytes == text)
      }
      if flags & 2 != 0 {
        var damaged = header
        damaged[damaged.count - 1] ^= 1
        #expect(try Inflated(GzipStream.self, damaged + body, Pieces(using: &generator)).ending == .damaged)
      }
    }
    for (place, value) in [(2, 7), (3, 0x20), (3, 0x40), (3, 0x80)] as [(Int, UInt8)] {
      var unknown = Self.header(flags: 0, length: 0)
      unknown[place] = value
      #expect(try Inflated(GzipStream.self, unknown + body, Pieces(using: &generator)).ending == .damaged)
    }
  }

  /// A header whose parts are there as its flags say (RFC 1952).
  private static func header(flags: UInt8, length: Int) -> [UInt8] {
    var header: [UInt8] = [0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 3]
    let part = [UInt8](repeating: UInt8(ascii: "a"), count: length)
    if flags & 4 != 0 { header += [UInt8(length & 255), UInt8(length >> 8)] + part }
    if flags & 8 != 0 { header += part + [0] }
    if flags & 16 != 0 { header += part + [0] }
    if flags & 2 != 0 {
      var check: UInt32 = ~0
      for byte in header {
        check ^= UInt32(byte)
        for _ in 0..<8 { check = check & 1 == 0 ? check >> 1 : check >> 1 ^ 0xEDB8_8320 }
      }
      header += [UInt8(truncatingIfNeeded: ~check), UInt8(truncatingIfNeeded: ~check >> 8)]
    }
    return header
  }

  /// Text with words that return, so that all kinds of codes occur.
  private static func text(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var text: [UInt8] = []
    while text.count < count {
      let number = Int.random(in: 0...generator.next().leadingZeroBitCount * 400, using: &generator)
      text += Array("device \(number) acknowledged\n".utf8)
      if number % 7 == 0 { text += (0..<9).map { _ in UInt8.random(in: 0...255, using: &generator) } }
    }
    return Array(text[..<count])
  }
}

/// Sizes of what a stream is given and may fill.
struct Pieces {
  var input: Int
  var output: Int

  init(using generator: inout SeededGenerator) {
    input = [1, 2, 7, 64, 600, 4096, 1 << 20].randomElement(using: &generator) ?? 1
    output = [1, 3, 100, 4096, 33_000, 1 << 18].randomElement(using: &generator) ?? 1
  }
}

/// All that a stream made of one member.
struct Inflated: Equatable {
  enum Ending { case complete, wantsMore, damaged }
  var bytes: [UInt8] = []
  var consumed = 0
  var ending = Ending.wantsMore

  init<Stream: GzipInflater & ~Copyable>(_: Stream.Type, _ packed: [UInt8], _ pieces: Pieces) throws {
    var stream = try Stream()
    var packed = packed
    var output = [UInt8](repeating: 0, count: pieces.output)
    var given = 0
    var isFull = false
    do throws(InputError) {
      while ending == .wantsMore {
        if consumed == given, !isFull {
          if given == packed.count { return }
          given = min(packed.count, given + pieces.input)
        }
        let step = try stream.step(&packed, consumed..<given, into: &output, output.indices)
        consumed += step.consumed
        bytes += output[..<step.produced]
        isFull = step.produced == output.count
        if step.isComplete { ending = .complete }
      }
    } catch {
      ending = .damaged
    }
  }
}
