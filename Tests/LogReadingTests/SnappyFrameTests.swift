import TestSupport
import Testing

@testable import LogReading

/// Snappy in frames, as programs that pack files write it.
struct SnappyFrameTests {
  private static let log = Sample.bytes((0..<2000).map { Sample.line(["message_id": "m\($0)"]) })

  @Test(arguments: [1, 600, 256 << 10]) func `frames are read like a plain log`(_ blockSize: Int) throws {
    let log = Sample.bytes((0..<400).map { Sample.line(["message_id": "m\($0)"]) })
    let plain = try Reading(log)
    let reading = try Reading(snapFrames(log, 10_000), blockSize: blockSize)
    #expect(reading.error == nil)
    #expect(reading.events == plain.events)
    #expect(reading.progress.format == "json-lines+snappy")
    #expect(!reading.progress.isResumable)
  }

  @Test(arguments: [700, 4096, 256 << 10]) func `reading ahead gives what unpacking in place does`(
    _ blockSize: Int
  ) throws {
    let file = try ScratchFile(snapFrames(Self.log, 64 << 10))
    let ahead = try Unpacking.ahead(file.path, blockSize: blockSize)
    #expect(ahead.bytes == Self.log)
    #expect(ahead == (try Unpacking.inPlace(file.path, blockSize: blockSize)))
  }

  @Test func `what another program packed is read`() throws {
    // python3 -c 'import sys, snappy; snappy.stream_compress(sys.stdin.buffer, sys.stdout.buffer)'
    #expect(
      try Self.unpacked(Self.byAnother).elementsEqual((0..<20).flatMap { _ in Array("receipt\n".utf8) }))
  }

  @Test func `plain chunks, padding and files one behind another are read, too`() throws {
    let text = Array(Self.log.prefix(9000))
    let plain = frame(1, check(text) + text)
    let padding = frame(0xFE, [UInt8](repeating: 0, count: 100_000))
    let unknown = frame(0x80, Array("?".utf8))
    let file = snapFrames(text, 1000) + padding + plain + unknown + snapFrames([], 1) + snapFrames(text, 9000)
    #expect(try Self.unpacked(file) == text + text + text)
  }

  @Test func `a check has to match, and chunks have to be whole`() throws {
    let text = Array(Self.log.prefix(5000))
    var wrong = snapFrames(text, 5000)
    wrong[SnappyFrames.beginning.count + 5] ^= 1
    #expect(throws: InputError.snappyChecksum) { try Self.unpacked(wrong) }
    let whole = snapFrames(text, 5000)
    for length in [11, 13, 20, whole.count - 1] {
      #expect(throws: InputError.snappyDamaged) { try Self.unpacked(Array(whole[..<length])) }
    }
    // A type that must be known, a chunk that is too long, one without a check.
    let long = [UInt8](repeating: 0x7B, count: 64 << 10 + 1)
    for chunk in [
      frame(2, []), frame(1, check(long) + long), frame(0, check(long) + snap(long)), frame(0, [1, 2]),
    ] {
      #expect(throws: InputError.snappyDamaged) { try Self.unpacked(SnappyFrames.beginning + chunk) }
    }
  }

  @Test func `a change of a byte is noticed, or changes nothing`() throws {
    var generator = SeededGenerator(seed: 65)
    let text = Array(Self.log.prefix(3000))
    let whole = snapFrames(text, 700)
    var noticed = 0
    for _ in 0..<500 {
      var damaged = whole
      // The first ten bytes make it snappy.
      damaged[Int.random(in: 10..<damaged.count, using: &generator)] ^=
        1
        << UInt8.random(
          in: 0..<7, using: &generator)
      guard let bytes = try? Self.unpacked(damaged) else {
        noticed += 1
        continue
      }
      // A copy from one period further back in a text that repeats itself.
      #expect(bytes == text)
    }
    #expect(noticed > 450)
  }

  @Test func `the check is the one of its name`() {
    #expect(CRC32C.of(Array("123456789".utf8).span) == 0xE306_9283)
    var generator = SeededGenerator(seed: 66)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(CRC32C.of(bytes.span) == slowCheck(bytes))
    }
  }

  /// All that comes out of a file.
  @discardableResult private static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    let file = try ScratchFile(bytes)
    let unpacking = try Unpacking.inPlace(file.path, blockSize: 1000)
    if let error = unpacking.error { throw error }
    return unpacking.bytes
  }

  private static let byAnother: [UInt8] = [
    0xFF, 0x06, 0x00, 0x00, 0x73, 0x4E, 0x61, 0x50, 0x70, 0x59, 0x00, 0x18, 0x00, 0x00, 0x95, 0x47, 0xC3,
    0x9D, 0xA0,
    0x01, 0x1C, 0x72, 0x65, 0x63, 0x65, 0x69, 0x70, 0x74, 0x0A, 0xFE, 0x08, 0x00, 0xFE, 0x08, 0x00, 0x5E,
    0x08, 0x00,
  ]
}
