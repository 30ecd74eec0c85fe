import TestSupport
import Testing

@testable import LogReading

/// Frames made by the program `lz4`, in all its shapes.
struct Lz4Tests {
  @Test(arguments: ["-1", "-9", "-B4 -BD", "-BX", "--no-frame-crc", "--content-size", "-B7 -12"])
  func `whole frames give their bytes in any pieces`(_ options: String) throws {
    var generator = SeededGenerator(seed: 71)
    for length in [0, 1, 100, 70_000, 300_000] {
      let text = Self.text(length, &generator)
      let packed = try pack(text, "lz4 -qc \(options)")
      for _ in 0..<6 {
        let inflated = try Self.unpack(packed, &generator)
        #expect(inflated.error == nil)
        #expect(inflated.consumed == packed.count)
        #expect(inflated.bytes == text)
      }
    }
  }

  @Test func `a frame cut at any byte wants more and gives no wrong byte`() throws {
    var generator = SeededGenerator(seed: 72)
    let text = Self.text(5000, &generator)
    let packed = try pack(text, "lz4 -qc")
    for length in packed.indices {
      let inflated = try Self.unpack(Array(packed[..<length]), &generator)
      #expect(inflated.error == nil)
      #expect(!inflated.isComplete)
      #expect(text.starts(with: inflated.bytes))
    }
  }

  @Test(arguments: [UInt64(73), 74, 75])
  func `damage anywhere is noticed, or the bytes are right all the same`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = Self.text(3000, &generator)
    let packed = try pack(text, "lz4 -qc --content-size")
    var noticed = 0
    // Behind the magic: without it, it is no frame.
    for place in 4..<packed.count {
      var damaged = packed
      damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      let inflated = try Self.unpack(damaged, &generator)
      if inflated.isComplete { #expect(inflated.bytes == text) } else { noticed += 1 }
    }
    #expect(noticed > packed.count * 9 / 10)
  }

  @Test func `noise behind a header ends without harm`() throws {
    var generator = SeededGenerator(seed: 76)
    let header = try pack([], "lz4 -qc")[..<7]
    for _ in 0..<3000 {
      let noise = (0..<Int.random(in: 0...600, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      #expect(!(try Self.unpack(header + noise, &generator)).isComplete)
    }
  }

  @Test func `the old format is told by name`() throws {
    let packed = try pack(Array("a log".utf8), "lz4 -qcl")
    #expect(try Reading(packed).error == .unsupported("lz4"))
  }

  private struct Unpacked {
    var bytes: [UInt8] = []
    var consumed = 0
    var isComplete = false
    var error: InputError?
  }

  private static func unpack(_ packed: [UInt8], _ generator: inout SeededGenerator) throws -> Unpacked {
    let pieces = Pieces(using: &generator)
    var stream = try Lz4Stream()
    var output = [UInt8](repeating: 0, count: pieces.output)
    var result = Unpacked()
    var given = 0
    var isFull = false
    do throws(InputError) {
      while !result.isComplete {
        if result.consumed == given, !isFull {
          if given == packed.count { return result }
          given = min(packed.count, given + pieces.input)
        }
        let step = try stream.step(packed, result.consumed..<given, into: &output, output.indices)
        result.consumed += step.consumed
        result.bytes += output[..<step.produced]
        isFull = step.produced == output.count
        result.isComplete = step.isComplete
      }
    } catch {
      result.error = error
    }
    return result
  }

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
