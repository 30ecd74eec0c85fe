import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// Raw blocks of snappy, as the log service ships them.
struct SnappyTests {
  private static let log = Sample.bytes((0..<400).map { Sample.line(["message_id": "m\($0)"]) })

  @Test(arguments: [1, 7, 600, 256 << 10]) func `a block is read like a plain log`(_ blockSize: Int) throws {
    let plain = try Reading(Self.log)
    let reading = try Reading(snap(Self.log), blockSize: blockSize)
    #expect(reading.error == nil)
    #expect(reading.events == plain.events)
    #expect(reading.progress.offset == plain.progress.offset)
    #expect(reading.progress.format == "json-lines+snappy")
    #expect(!reading.progress.isResumable)
    #expect(try Reading(snap(Self.log), startOffset: 10).error == .notResumable)
  }

  @Test(arguments: [1, 600, 4096]) func `reading ahead gives what unpacking in place does`(_ blockSize: Int)
    throws
  {
    let file = try ScratchFile(snap(Self.log))
    let ahead = try Unpacking.ahead(file.path, blockSize: blockSize)
    #expect(ahead.bytes == Self.log)
    #expect(ahead == (try Unpacking.inPlace(file.path, blockSize: blockSize)))
  }

  @Test func `any log is recognised by its first bytes, and by all of them`() {
    var generator = SeededGenerator(seed: 61)
    for _ in seeds(0..<300) {
      let text = Self.text(Int.random(in: 128...9000, using: &generator), &generator)
      let block = snap(text)
      #expect(ContentMagic(block[...]) == .snappy)
      for length in 16..<min(512, block.count) { #expect(ContentMagic(block[..<length]) == .snappy) }
    }
  }

  @Test func `no text is taken for a block, and few random bytes`() throws {
    var generator = SeededGenerator(seed: 62)
    var found = 0
    for _ in 0..<5000 {
      let text = Self.text(Int.random(in: 1...600, using: &generator), &generator)
      #expect(ContentMagic(text[...]) == .text)
      let noise = (0..<512).map { _ in UInt8.random(in: 0...255, using: &generator) }
      if ContentMagic(noise[...]) == .snappy { found += 1 }
    }
    #expect(found == 0)
  }

  @Test func `what is unpacked is what a plain reading of the block gives, damaged or not`() throws {
    var generator = SeededGenerator(seed: 63)
    var sound = 0
    var damaged = 0
    for round in 0..<3000 {
      var block = snap(Self.text(Int.random(in: 40...2000, using: &generator), &generator))
      if round % 3 > 0 {
        for _ in 0...Int.random(in: 0...2, using: &generator) {
          block[Int.random(in: 0..<block.count, using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        }
      }
      if round % 5 == 4 { block.removeLast(Int.random(in: 1...block.count, using: &generator)) }
      let bytes = Self.unpack(block, &generator)
      #expect(bytes == unsnap(block))
      if bytes == nil { damaged += 1 } else { sound += 1 }
    }
    #expect(sound > 1000)
    #expect(damaged > 500)
  }

  @Test func `a cut block is said to be damaged, and what stands before the cut is read`() throws {
    let block = snap(Self.log)
    let plain = try Reading(Self.log)
    for length in [20, 300, block.count / 2, block.count - 1] {
      let reading = try Reading(Array(block[..<length]), blockSize: 100)
      #expect(reading.error == .snappyDamaged)
      #expect(plain.events.starts(with: reading.events))
      #expect(reading.events.isEmpty == (length <= 300))
    }
    #expect(try Reading(block + Array("garbage".utf8)).error == .snappyDamaged)
  }

  @Test(arguments: [1 << 14, 256 << 10]) func `a block much larger than the window is read like a plain log`(
    _ blockSize: Int
  ) throws {
    let log = Sample.bytes((0..<6000).map { Sample.line(["message_id": "m\($0)"]) })
    #expect(log.count > 5 * SnappyBlock.window)
    let file = try ScratchFile(snap(log))
    #expect(try Unpacking.ahead(file.path, blockSize: blockSize).bytes == log)
    #expect(try Unpacking.inPlace(file.path, blockSize: blockSize).bytes == log)
  }

  @Test func `a copy reaches back as far as the window does, and no further`() throws {
    for (distance, isKept) in [(SnappyBlock.window, true), (SnappyBlock.window + 1, false)] {
      let text = [UInt8](repeating: 0x7B, count: SnappyBlock.window + 1)
      // A literal with its length in three bytes, then a copy of 64 bytes with its distance in four.
      let count = text.count + 64
      let block =
        [UInt8(count & 127 | 128), UInt8(count >> 7 & 127 | 128), UInt8(count >> 14)]
        + [62 << 2] + Self.bytes(text.count - 1, 3) + text + [63 << 2 | 3] + Self.bytes(distance, 4)
      #expect(unsnap(block)?.count == count)
      var generator = SeededGenerator(seed: 64)
      #expect(Self.unpack(block, &generator)?.count == (isKept ? count : nil))
    }
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(number >> ($0 * 8) & 255) }
  }

  @Test func `a length that the bytes cannot have costs no memory`() throws {
    // 4 GiB in a literal of one byte.
    #expect(try Reading([0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x00, UInt8(ascii: "{")]).error == .snappyDamaged)
  }

  @Test func `what grows beyond its limit is stopped`() throws {
    #expect(try Reading(snap(Self.log)) { $0.decompressedLimit = 4000 }.error == .decompressedLimit)
  }

  @Test func `an empty block is an empty log`() throws {
    #expect(snap([]) == [0])
    let reading = try Reading(snap([]))
    #expect(reading.error == nil)
    #expect(reading.progress.counts.lines == 0)
  }

  /// Steps of random sizes through a block; `nil` when it is damaged.
  private static func unpack(_ packed: [UInt8], _ generator: inout SeededGenerator) -> [UInt8]? {
    var block = SnappyBlock()
    var output = [UInt8](repeating: 0, count: Int.random(in: 1...3000, using: &generator))
    var bytes: [UInt8] = []
    do throws(InputError) {
      var position = 0
      while position < packed.count {
        let end = min(packed.count, position + Int.random(in: 1...2000, using: &generator))
        let step = try block.step(packed, position..<end, into: &output, output.indices)
        position += step.consumed
        bytes += output[..<step.produced]
      }
      while true {
        let step = try block.step([], 0..<0, into: &output, output.indices)
        bytes += output[..<step.produced]
        if step.produced == 0 { break }
      }
      try block.end()
      return bytes
    } catch {
      return nil
    }
  }

  /// Lines as logs have them, in some of which words return and some of which are Chinese.
  private static func text(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var text = ""
    while text.utf8.count < count {
      let number = Int.random(in: 0...generator.next().leadingZeroBitCount * 400, using: &generator)
      text += #"{"device_id":"\#(number)","reason":"\#(number % 3 == 0 ? "设备不在线" : "offline")"}"# + "\n"
      if number % 7 == 0 { text += String(generator.next(), radix: 36) }
    }
    return Array(text.utf8.prefix(count))
  }
}
