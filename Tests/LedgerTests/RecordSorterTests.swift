import ReceiptModel
import TestSupport
import Testing

@testable import Ledger

struct RecordSorterTests {
  /// Texts that begin alike, are another's beginning, hold zeros, or are there twice.
  private static func texts(_ count: Int, using random: inout SeededGenerator) -> [[UInt8]] {
    let beginnings = ["", "1647", "16478789000", "\0", "1647\0"]
    let bytes: [UInt8] = [0, 1, 48, 49, 57, 255]
    return (0..<count).map { _ in
      let beginning = beginnings[Int.random(in: beginnings.indices, using: &random)]
      return Array(beginning.utf8)
        + (0..<Int.random(in: 0...12, using: &random)).map { _ in
          bytes[Int.random(in: bytes.indices, using: &random)]
        }
    }
  }

  @Test(arguments: seeds(0..<12 as Range<UInt64>), [1 << 20, 3_000, 60])
  func `records come in the order of their bytes, whether there is room for all of them or not`(
    seed: UInt64, limit: Int
  ) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let records = Self.texts(Int.random(in: 0...900, using: &random), using: &random)
    for place in [folder.path("."), nil] {
      var sorter = RecordSorter(limit: limit, folder: place)
      for record in records { try sorter.append(record) }
      let sorted = sorter.takeSorted()
      #expect(sorted.count == records.count)
      let wanted = records.sorted { $0.lexicographicallyPrecedes($1) }
      for _ in 0..<2 {
        var read: [[UInt8]] = []
        try sorted.forEach { read.append($0) }
        #expect(read == wanted)
      }
      #expect(try sorted.pieces { $0 }.elements() == wanted)
    }
    #expect(try folder.names() == [])
  }

  @Test(arguments: seeds(0..<12 as Range<UInt64>))
  func `keys are in the order of their texts, and give them back`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pairs = (0..<60).map { _ in Self.texts(2, using: &random) }
    let keys = pairs.map { pair in
      var key: [UInt8] = []
      for text in pair { key.append(key: text) }
      return key
    }
    for (pair, key) in zip(pairs, keys) {
      var reader = RecordKeyReader(key + [7])
      #expect([reader.text(), reader.text()] == pair)
      #expect(reader.place == key.count)
      var skipper = RecordKeyReader(key + [7])
      skipper.skipText()
      skipper.skipText()
      #expect(skipper.place == key.count)
    }
    for (pair, key) in zip(pairs, keys) {
      for (other, otherKey) in zip(pairs, keys) {
        let precedes =
          pair[0] == other[0]
          ? pair[1].lexicographicallyPrecedes(other[1]) : pair[0].lexicographicallyPrecedes(other[0])
        #expect(key.lexicographicallyPrecedes(otherKey) == precedes)
      }
    }
  }
}
