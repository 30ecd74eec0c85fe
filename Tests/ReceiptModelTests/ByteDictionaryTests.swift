import TestSupport
import Testing

@testable import ReceiptModel

/// The dictionary against one of the standard library that numbers arrays.
struct ByteDictionaryTests {
  /// Lengths around a word, two words, and the longest value that is kept.
  private static let lengths = Array(0...9) + [15, 16, 17, 23, 24, 25, 1023, 1024, 1025]

  /// Few letters, so that much is alike.
  private static func value(_ generator: inout SeededGenerator) -> [UInt8] {
    let length = lengths.randomElement(using: &generator) ?? 0
    return (0..<length).map { _ in Array("ab\u{7F}ö".utf8).randomElement(using: &generator) ?? 0 }
  }

  /// A place for a value: with bytes around it that are not its own, or at the very end.
  private static func placed(_ value: [UInt8], _ generator: inout SeededGenerator) -> ([UInt8], Range<Int>) {
    let before = [UInt8](repeating: UInt8(ascii: "b"), count: Int(generator.next() % 20))
    let after = [UInt8](repeating: UInt8(ascii: "a"), count: Int(generator.next() % 20))
    return (before + value + after, before.count..<before.count + value.count)
  }

  @Test(arguments: 0..<4) func `numbers byte strings as a plain dictionary does`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var dictionary = ByteDictionary(minimumCapacity: 1)
    for _ in 0..<2 {
      var plain: [[UInt8]: UInt32] = [:]
      for _ in 0..<2000 {
        let value = Self.value(&generator)
        let (bytes, range) = Self.placed(value, &generator)
        let before = dictionary.entry(bytes.span, range)
        #expect(before == plain[value])
        let expected = plain[value] ?? UInt32(plain.count)
        plain[value] = expected
        let number = dictionary.intern(bytes.span, range)
        #expect(number == expected)
        #expect(dictionary.bytes(number).elementsEqual(value))
      }
      #expect(dictionary.count == plain.count)
      dictionary.removeAll()
      #expect(dictionary.count == 0)
    }
  }

  @Test(arguments: 0..<4) func `numbers joined values as their bytes put together`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let source = Array("alibaba\0".utf8)
    let lead = source.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var ones = ByteDictionary()
    var twos = ByteDictionary()
    var threes = ByteDictionary()
    var bareThrees = ByteDictionary()
    var fours = ByteDictionary()
    var plain = [[[UInt8]: UInt32]](repeating: [:], count: 5)
    func check(_ number: UInt32, _ dictionary: ByteDictionary, _ joined: [UInt8], _ place: Int) {
      let expected = plain[place][joined] ?? UInt32(plain[place].count)
      plain[place][joined] = expected
      #expect(number == expected)
      #expect(dictionary.bytes(number).elementsEqual(joined))
    }
    for _ in 0..<2000 {
      // One span for all values, some of which stand at its end.
      var bytes: [UInt8] = []
      var values: [[UInt8]] = []
      var ranges: [Range<Int>] = []
      for _ in 0..<4 {
        values.append(generator.next() % 3 == 0 ? Self.value(&generator) : values.first ?? [])
        let (around, range) = Self.placed(values[values.count - 1], &generator)
        ranges.append(bytes.count + range.lowerBound..<bytes.count + range.upperBound)
        bytes += around
      }
      func joined(_ count: Int) -> [UInt8] { values.prefix(count).flatMap { $0 + [0] } }
      let span = bytes.span
      check(ones.intern(span, joining: ranges[0]), ones, joined(1), 0)
      check(twos.intern(span, joining: ranges[0], ranges[1]), twos, joined(2), 1)
      check(
        threes.intern(span, behind: lead, joining: ranges[0], ranges[1], ranges[2]), threes,
        source + joined(3), 2)
      // Nearly always empty, as what is kept on demand only.
      let third = generator.next() % 4 == 0 ? ranges[2] : 0..<0
      check(
        bareThrees.intern(span, joining: ranges[0], ranges[1], third), bareThrees,
        joined(2) + third.map { bytes[$0] } + [0], 4)
      check(
        fours.intern(span, joining: ranges[0], ranges[1], ranges[2], ranges[3]), fours, joined(4), 3)
    }
  }

  @Test func `values that would read alike without their ends are told apart`() {
    let bytes = Array("abcdefghabcdefgh".utf8)
    var dictionary = ByteDictionary()
    let numbers = (0...16).map { dictionary.intern(bytes.span, joining: 0..<$0, $0..<16) }
    #expect(numbers == Array(0...16))
  }

  @Test func `a short word is its bytes and zeros, also where the bytes end`() {
    let bytes: [UInt8] = Array(1...20)
    for index in 0...20 {
      for length in 0...min(7, 20 - index) {
        let plain = (0..<length).reduce(UInt64(0)) { $0 | UInt64(bytes[index + $1]) << UInt64($1 * 8) }
        let word = bytes.span.word(at: index, length: length)
        #expect(word == plain)
      }
    }
  }

  @Test func `the hash that ledgers hold stays what it is`() {
    let bytes = Array("not a receipt".utf8)
    func hash(_ range: Range<Int>, _ seed: UInt64) -> UInt64 {
      ByteDictionary.hash(bytes.span, range, seed: seed)
    }
    #expect(hash(0..<0, 0) == 0xE220_A839_7B1D_CDAF)
    #expect(hash(0..<bytes.count, 0) == 0x693C_1EB0_A680_F4A1)
    #expect(hash(0..<8, 2) == 0x0196_4631_ADAF_F3E1)
  }

  /// Sixteen bytes of which the second eight undo what the first eight do to a hash with this start and factor.
  private static func colliding(_ number: UInt64, _ key: HashKey) -> [UInt8] {
    let first = number &* 0x9E37_79B9_7F4A_7C15
    let words = [first, key.fold(key.start, first) ^ 0x1234_5678_9ABC_DEF0]
    return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  /// The most slots that a look-up of one of the values goes by.
  private func longestSearch(_ values: [[UInt8]], _ key: HashKey) -> Int {
    var dictionary = ByteDictionary(key: key)
    for value in values { _ = dictionary.intern(value.span, 0..<value.count) }
    return dictionary.longestSearch
  }

  @Test func `ids that were chosen to collide under one key do not under another`() {
    let known = HashKey(start: 0, factor: 0xD1B5_4A32_D192_ED03)
    let values = (0..<2_000).map { Self.colliding(UInt64($0), known) }
    #expect(longestSearch(values, known) == 2_000)
    #expect(longestSearch(values, HashKey(start: 1, factor: 0xD1B5_4A32_D192_ED03)) < 100)
    #expect(longestSearch(values, HashKey(start: 0, factor: 0xA076_1D64_78BD_642F)) < 100)
    #expect(longestSearch(values, .ofProcess) < 100)
  }
}

struct EventBatchTests {
  @Test func `a batch that was emptied is not full, whatever it held`() {
    var batch = EventBatch(capacity: 100_000, textCapacity: 100_000)
    for fill in 0..<6 {
      #expect(!batch.isFull && !batch.isFullForParts)
      var number = 0
      while !batch.isFull {
        let text = Array("\(fill)-\(number)".utf8)
        if fill % 2 == 0 {
          _ = batch.messageIDs.intern(text.span, 0..<text.count)
        } else {
          _ = batch.deviceTexts.intern(text.span, 0..<text.count)
        }
        number += 1
      }
      #expect(number > 1_000)
      batch.removeAll()
      #expect(batch.messageIDs.heldBytes + batch.deviceTexts.heldBytes < 400_000)
    }
  }
}
