import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

struct CompressionTests {
  private static let lines = (0..<40).map { Sample.line(["message_id": "m\($0)"]) }
  private static let log = Sample.bytes(lines)

  @Test(
    arguments: ["gzip -c", "gzip -1 -c", "zstd -qc", "zstd -qc --ultra -20", "lz4 -qc", "lz4 -qc9BD -BX"],
    [1, 7, 600, 256 << 10])
  func `a compressed log is read like a plain one`(_ command: String, _ blockSize: Int) throws {
    let plain = try Reading(Self.log)
    let reading = try Reading(pack(Self.log, command), blockSize: blockSize)
    #expect(reading.error == nil)
    #expect(reading.events == plain.events)
    #expect(reading.progress.offset == plain.progress.offset)
    #expect(reading.progress.format == "json-lines+" + command.prefix { $0 != " " })
    #expect(!reading.progress.isResumable)
  }

  @Test(arguments: ["gzip -c", "zstd -qc", "lz4 -qc"]) func `members one after another are all read`(
    _ command: String
  )
    throws
  {
    let packed = try pack(Self.log, command)
    for blockSize in [3, 256 << 10] {
      let reading = try Reading(packed + packed + packed, blockSize: blockSize)
      #expect(reading.error == nil)
      #expect(reading.events.count == 120)
    }
  }

  @Test func `skippable frames are skipped`() throws {
    let skippable: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]
    for command in ["zstd -qc", "lz4 -qc"] {
      let packed = try pack(Self.log, command)
      for blockSize in [1, 256 << 10] {
        let reading = try Reading(skippable + packed + skippable + packed, blockSize: blockSize)
        #expect(reading.error == nil)
        #expect(reading.events.count == 80)
      }
    }
  }

  @Test(arguments: ["gzip -c", "lz4 -qc"])
  func `zeros behind a member are padding, other bytes are said`(_ command: String) throws {
    let packed = try pack(Self.log, command)
    for blockSize in [5, 256 << 10] {
      let padded = try Reading(packed + [UInt8](repeating: 0, count: 3000), blockSize: blockSize)
      #expect(padded.error == nil)
      #expect(!padded.progress.hasTrailingGarbage)
      let littered = try Reading(packed + Array("garbage".utf8), blockSize: blockSize)
      #expect(littered.error == nil)
      #expect(littered.events.count == 40)
      #expect(littered.progress.hasTrailingGarbage)
    }
  }

  @Test(arguments: ["gzip -c", "zstd -qc", "lz4 -qc"])
  func `a member behind zeros is read`(_ command: String) throws {
    let packed = try pack(Self.log, command)
    for blockSize in [5, 256 << 10] {
      for count in [1, 511, 3000] {
        let padded = try Reading(packed + [UInt8](repeating: 0, count: count) + packed, blockSize: blockSize)
        #expect(padded.error == nil)
        #expect(padded.events.count == 80)
        #expect(!padded.progress.hasTrailingGarbage)
      }
    }
  }

  @Test(arguments: ["gzip -c", "zstd -qc", "lz4 -qc"])
  func `lines behind a member, plain or packed in another way, are no success`(_ command: String) throws {
    let packed = try pack(Self.log, command)
    let others = try ["gzip -c", "zstd -qc"].filter { $0 != command }.map { try pack(Self.log, $0) }
    for rest in others + [Self.log]
    where command != "lz4 -qc" || !rest.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      for blockSize in [5, 256 << 10] {
        for zeros in [0, 700] {
          let reading = try Reading(
            packed + [UInt8](repeating: 0, count: zeros) + rest + packed, blockSize: blockSize)
          #expect(reading.error == .mixedContent)
        }
      }
    }
  }

  @Test(arguments: [
    ("gzip -c", "gz-truncated"), ("zstd -qc", "zst-truncated"), ("lz4 -qcB4", "lz4-truncated"),
  ])
  func `a cut file gives its lines and its reason`(_ command: String, _ reason: String) throws {
    var generator = SeededGenerator(seed: 7)
    let random = (0..<3000).map { _ in Sample.line(["device_id": String(generator.next(), radix: 36)]) }
    let packed = try pack(Sample.bytes(random), command)
    let reading = try Reading(Array(packed[..<(packed.count * 3 / 4)]), blockSize: 4096)
    #expect(reading.error?.reasonName == reason)
    #expect(reading.events.count > 100)
    #expect(reading.events.count < 3000)
    #expect(reading.progress.counts.lines == reading.events.count)
  }

  @Test func `a wrong check is damage`() throws {
    var gzip = try pack(Self.log, "gzip -c")
    gzip[gzip.count - 6] ^= 1
    #expect(try Reading(gzip).error == .gzipDamaged)
    var zstd = try pack(Self.log, "zstd -qc --check")
    zstd[zstd.count - 1] ^= 1
    #expect(try Reading(zstd).error == .zstdChecksum)
    var lz4 = try pack(Self.log, "lz4 -qc")
    lz4[lz4.count - 1] ^= 1
    #expect(try Reading(lz4).error == .lz4Checksum)
  }

  @Test(arguments: [1, 5, 13, 600, 256 << 10])
  func `what a zstd frame lacks is named however much is read at a time`(_ blockSize: Int) throws {
    let log = Self.log
    // The length of the log, and that of its one raw block, which is the last.
    let lengths = (of: UInt32(log.count - 256), block: UInt32(log.count << 3 | 1))
    func frame(_ header: [UInt8]) -> [UInt8] {
      [0x28, 0xB5, 0x2F, 0xFD] + header + [UInt8(lengths.of & 255), UInt8(lengths.of >> 8)]
        + (0..<3).map { UInt8(lengths.block >> (8 * $0) & 255) } + log
    }
    // A window of 128 MiB; one of 256 MiB, though all of the log is far smaller; a dictionary of which nothing is used.
    #expect(try Reading(frame([0x40, 0x88]), blockSize: blockSize).events.count == 40)
    #expect(try Reading(frame([0x40, 0x90]), blockSize: blockSize).error == .zstdWindow)
    #expect(try Reading(frame([0x42, 0x00, 0x4D, 0x01]), blockSize: blockSize).error == .zstdDictionary(333))
  }

  @Test func `a window beyond memory and an unknown dictionary are named`() throws {
    // A frame header with a window of 2 GiB, and one with a dictionary; each followed by an empty last block.
    let wide: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0xA8, 0x01, 0x00, 0x00]
    #expect(try Reading(wide).error == .zstdWindow)
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x03, 0x00, 0x4D, 0x01, 0x00, 0x00, 0x01, 0x00, 0x00]
    #expect(try Reading(frame).error == .zstdDictionary(333))
    let dictionary = try ScratchFile(Self.log)
    let packed = try pack(Self.log, "lz4 -qc -D \(dictionary.path)")
    // The program does not name the dictionary it used, so without it the bytes come out wrong.
    #expect(try Reading(packed).error == .lz4Damaged)
    // A header that does: version 1, independent blocks, dictionary 333, blocks of 64 KiB; its check by xxHash.
    let lz4: [UInt8] = [0x04, 0x22, 0x4D, 0x18, 0x61, 0x40, 0x4D, 0x01, 0x00, 0x00, 0x00, 0, 0, 0, 0]
    #expect(
      (0...255).contains { check in
        var lz4 = lz4
        lz4[10] = UInt8(check)
        return (try? Reading(lz4))?.error == .lz4Dictionary(333)
      })
  }

  @Test(arguments: ["gzip -c", "zstd -qc", "lz4 -qc"]) func `what is compressed twice is not unpacked twice`(
    _ command: String
  ) throws {
    let twice = try pack(pack(Self.log, "gzip -c"), command)
    #expect(try Reading(twice).error == .nestedCompression)
    #expect(try Reading(pack(pack(Self.log, "lz4 -qc"), command)).error == .nestedCompression)
    #expect(try Reading(pack(snap(Self.log), command)).error == .nestedCompression)
    let other = try pack([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 1, 2, 3], command)
    #expect(try Reading(other).error == .nestedCompression)
  }

  @Test func `what grows beyond its limit is stopped`() throws {
    let packed = try pack(Self.log, "gzip -c")
    let limited = try Reading(packed) { $0.decompressedLimit = 4000 }
    #expect(limited.error == .decompressedLimit)
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 70 << 20)
    let bomb = try Reading(pack(line, "zstd -qc"), blockSize: 1 << 20)
    #expect(bomb.error == .decompressedLimit)
    let lz4 = try Reading(pack(Self.log, "lz4 -qc")) { $0.decompressedLimit = 4000 }
    #expect(lz4.error == .decompressedLimit)
  }

  @Test func `a compressed last line without a line end counts`() throws {
    let row = Sample.bytes([Sample.header, Sample.row()]) + Array(Sample.row().utf8)
    let reading = try Reading(pack(row, "gzip -c"))
    #expect(reading.events.count == 2)
    #expect(reading.progress.pendingBytes == 0)
  }

  @Test func `a compressed file cannot be taken up in the middle`() throws {
    let reading = try Reading(pack(Self.log, "gzip -c"), startOffset: 10)
    #expect(reading.error == .notResumable)
  }
}
