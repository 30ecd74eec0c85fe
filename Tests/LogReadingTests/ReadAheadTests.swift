import TestSupport
import Testing

@testable import LogReading

struct ReadAheadTests {
  @Test(arguments: ["gzip -c", "zstd -qc --check", "lz4 -qc"], [1, 7, 600, 4096, 65_536, 1 << 20])
  func `reading ahead gives what unpacking in place gives`(_ command: String, _ blockSize: Int) throws {
    var generator = SeededGenerator(seed: UInt64(blockSize))
    for _ in 0..<12 {
      let length = min(blockSize * 40, 20_000)
      var packed = try pack(Self.text(Int.random(in: 1...length, using: &generator), &generator), command)
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: packed += packed + packed
      case 1: packed += [UInt8](repeating: 0, count: 700)
      case 2: packed += Array("garbage".utf8)
      case 3: packed.removeLast(Int.random(in: 1..<packed.count - 4, using: &generator))
      case 5: packed += [0, 0, 0] + packed
      case 6: packed += Array("lines\n".utf8)
      case 7: packed += [0] + [0x28, 0xB5, 0x2F, 0xFD]
      case 4: packed[Int.random(in: 4..<packed.count, using: &generator)] ^= 0x10
      default: break
      }
      let file = try ScratchFile(packed)
      let ahead = try Unpacking.ahead(file.path, blockSize: blockSize)
      let inPlace = try Unpacking.inPlace(file.path, blockSize: blockSize)
      #expect(ahead == inPlace)
    }
  }

  @Test(arguments: [1, 2, 3, 10]) func `a reader may stop anywhere`(_ reads: Int) throws {
    var generator = SeededGenerator(seed: 4)
    let text = Self.text(50_000, &generator)
    let file = try ScratchFile(pack(text, "gzip -c"))
    let started = try Unpacking.ahead(file.path, blockSize: 1000, reads: reads)
    #expect(started.bytes == Array(text[..<(1000 * reads)]))
  }

  @Test func `the thread has ended when its reader is gone`() throws {
    var generator = SeededGenerator(seed: 5)
    let file = try ScratchFile(pack(Self.text(50_000, &generator), "gzip -c"))
    weak var blocks: BlockRing?
    do {
      var ahead = try Self.ahead(of: file, isPossible: true)
      blocks = ahead.blocks
      var buffer = [UInt8](repeating: 0, count: 1000)
      for _ in 0..<3 {
        let count = try ahead.read(into: &buffer, 0..<1000)
        #expect(count == 1000)
      }
      let isReadingAhead = ahead.isReadingAhead
      #expect(isReadingAhead)
    }
    // The thread would keep them alive.
    #expect(blocks == nil)
  }

  @Test func `what fits into one block, and a pipe, are unpacked in place`() throws {
    var generator = SeededGenerator(seed: 6)
    let file = try ScratchFile(pack(Self.text(500, &generator), "gzip -c"))
    var buffer = [UInt8](repeating: 0, count: 1000)
    var small = try Self.ahead(of: file, isPossible: true)
    let smallCount = try small.read(into: &buffer, 0..<1000)
    #expect(smallCount == 500)
    let startsThread = small.isReadingAhead
    #expect(!startsThread)
    var pipe = try Self.ahead(of: file, isPossible: false)
    while try pipe.read(into: &buffer, 0..<100) > 0 {}
    let readsPipeAhead = pipe.isReadingAhead
    #expect(!readsPipeAhead)
  }

  @Test func `an end and an error stay`() throws {
    var generator = SeededGenerator(seed: 8)
    let packed = try pack(Self.text(50_000, &generator), "gzip -c")
    var buffer = [UInt8](repeating: 0, count: 1000)
    var whole = try Self.ahead(of: ScratchFile(packed), isPossible: true)
    while try whole.read(into: &buffer, 0..<1000) > 0 {}
    let after = try whole.read(into: &buffer, 0..<1000)
    #expect(after == 0)
    var cut = try Self.ahead(of: ScratchFile(packed.dropLast(9)), isPossible: true)
    for _ in 0..<2 {
      do throws(InputError) {
        while try cut.read(into: &buffer, 0..<1000) > 0 {}
        Issue.record("the end of a cut file")
      } catch {
        #expect(error == .gzipTruncated)
      }
    }
  }

  private static func ahead(of file: ScratchFile, isPossible: Bool) throws(InputError) -> ReadAhead {
    let options = Unpacking.options(1000)
    let raw = try RawInput(InputFile(path: file.path), options: options, startOffset: 0)
    return ReadAhead(
      isPossible: isPossible, blockSize: options.blockSize,
      decompressor: try Decompressor(raw, options: options))
  }

  /// Bytes that compress somewhat, as logs do.
  private static func text(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var text: [UInt8] = []
    while text.count < count {
      text += Array("device \(UInt8.random(in: 0...255, using: &generator)) acknowledged\n".utf8)
    }
    return Array(text[..<count])
  }
}
