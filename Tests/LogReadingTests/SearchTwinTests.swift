import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// Searches by words and vectors against loops over bytes.
struct SearchTwinTests {
  /// What follows on every text here, so that there is room to look at.
  private static let behind = Array("\",\"next\":\"0123456789\"}".utf8)

  /// The closing quotation mark by the definition: nothing escaped, no control byte, UTF-8.
  private func plainTextEnd(_ bytes: [UInt8]) -> Int? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    let text = bytes[..<end]
    guard !text.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\\") }) else { return nil }
    return String(validating: text, as: UTF8.self) == nil ? nil : end
  }

  private func textEnd(_ bytes: [UInt8]) -> Int? {
    // Sound: there are more than sixteen bytes.
    unsafe bytes.span.uncheckedTextEnd(from: 0)
  }

  @Test(arguments: 0..<8) func `a text ends where a loop over its bytes says`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] =
      ["a", "0", " ", "\u{7F}", "\\", "\u{1F}", "\n", "é", "小", "😀", "\u{FFFF}", "\u{800}"].map {
        Array($0.utf8)
      } + [
        [0xE5], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE0, 0x9F, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      ]
    let plain = pieces[0...2].map { $0 }
    for _ in 0..<4000 {
      let rare = generator.next() % 8
      var text: [UInt8] = []
      for _ in 0..<generator.next() % 40 {
        text += (generator.next() % 8 < rare ? pieces : plain).randomElement(using: &generator) ?? []
      }
      let bytes = text + Self.behind
      #expect(textEnd(bytes) == plainTextEnd(bytes))
    }
  }

  @Test func `three bytes are a character or not as the standard library says`() {
    for lead in UInt8(0xE0)...0xEF {
      for second in UInt8.min...UInt8.max where second != UInt8(ascii: "\"") {
        for third: UInt8 in [0x7F, 0x80, 0xBF, 0xC0] {
          let bytes = [lead, second, third] + Self.behind
          #expect(textEnd(bytes) == plainTextEnd(bytes))
        }
      }
    }
  }

  @Test(arguments: 0..<4) func `a cell ends where a loop over its bytes says`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<4000 {
      let separator = Array(",;\t|".utf8).randomElement(using: &generator) ?? 0
      let stops: Set<UInt8> = [separator, 0x0A, 0x22, 0]
      let rare = generator.next() % 20
      let bytes = (0..<generator.next() % 60).map { _ in
        generator.next() % 20 < rare
          ? UInt8.random(in: .min ... .max, using: &generator)
          : Array("ab ,;'\t|".utf8).randomElement(using: &generator) ?? 0
      }
      let lower = Int.random(in: 0...bytes.count, using: &generator)
      let upper = Int.random(in: lower...bytes.count, using: &generator)
      let plain = (lower..<upper).first { stops.contains(bytes[$0]) } ?? upper
      var seen: UInt8 = 0
      let end = bytes.span.cellEnd(in: lower..<upper, separator: separator, &seen)
      #expect(end == plain)
      let isASCII = bytes[lower..<plain].allSatisfy { $0 < 0x80 }
      #expect(isASCII || seen >= 0x80)
    }
  }

  @Test(arguments: 0..<4) func `the stops of 64 bytes are those that a search for each finds`(_ seed: UInt64)
  {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let rare = generator.next() % 20
      let bytes = (0..<80).map { _ in
        generator.next() % 20 < rare
          ? UInt8.random(in: .min ... .max, using: &generator)
          : Array("ab ,;'\"\n".utf8).randomElement(using: &generator) ?? 0
      }
      let index = Int.random(in: 0...16, using: &generator)
      let (stops, isASCII) = stops(of: bytes, at: index)
      var plain: [Int] = []
      var position = index
      var seen: UInt8 = 0
      while position < index + 64 {
        position = bytes.span.cellEnd(in: position..<index + 64, separator: UInt8(ascii: ","), &seen)
        if position < index + 64 { plain.append(position - index) }
        position += 1
      }
      #expect((0..<64).filter { stops >> UInt64($0) & 1 == 1 } == plain)
      #expect(isASCII == bytes[index..<index + 64].allSatisfy { $0 < 0x80 })
    }
  }

  private func stops(of bytes: [UInt8], at index: Int) -> (stops: UInt64, isASCII: Bool) {
    var seen = SIMD16<Int8>(repeating: 0)
    // Sound: there are eighty bytes, and the index is sixteen at most.
    let stops = unsafe bytes.span.uncheckedCellStops(at: index, separator: UInt8(ascii: ","), &seen)
    return (stops, seen.indices.allSatisfy { seen[$0] >= 0 })
  }

  @Test(arguments: 0..<4) func `bytes are UTF-8 or not as the standard library says`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let broken: [[UInt8]] = [[0x80], [0xE5], [0xE5, 0xB0], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFF]]
    for _ in 0..<4000 {
      var bytes: [UInt8] = []
      let isBroken = generator.next() % 4 == 0
      for _ in 0..<generator.next() % 40 {
        let piece = ["a", "bcdefgh", "é", "小", "😀", "中国移动"].randomElement(using: &generator) ?? ""
        bytes += Array(piece.utf8)
        if isBroken, generator.next() % 16 == 0 { bytes += broken.randomElement(using: &generator) ?? [] }
      }
      // Ranges that cut characters, and such that end where the bytes do.
      let lower = Int.random(in: 0...bytes.count, using: &generator)
      let upper =
        generator.next() % 2 == 0 ? bytes.count : Int.random(in: lower...bytes.count, using: &generator)
      let isUTF8 = bytes.span.isMostlyASCIIAndUTF8(in: lower..<upper)
      #expect(isUTF8 == (String(validating: bytes[lower..<upper], as: UTF8.self) != nil))
    }
  }

  private func numberEnd(_ bytes: [UInt8]) -> Int? { bytes.span.plainNumberEnd(from: 0) }

  private func stands(_ literal: Literal, at index: Int, in bytes: [UInt8]) -> Bool {
    literal.stands(at: index, in: bytes.span)
  }

  @Test(arguments: [
    "0", "7", "00", "01", "10", "1790000000120", "12345678", "123456789", "1234567812345678", "",
    "-1", "1.5", "1e3", "12345678e", "x",
  ])
  func `a number ends where its digits do`(_ number: String) {
    for behind in ["", ",", "}", ",\"next\":\"0123456789\"}"] {
      let bytes = Array((number + behind).utf8)
      let digits = bytes.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      let isPlain = digits.count == 1 || digits.count > 1 && digits[0] != UInt8(ascii: "0")
      #expect(numberEnd(bytes) == (isPlain ? digits.count : nil))
    }
  }

  @Test func `a literal stands where all of its bytes do`() {
    let text = Array("\",\"vendor_message_id\":\"0".utf8)
    for length in 0...Literal.limit {
      let literal = Literal(text.span, 0..<length)
      #expect(literal.length == length)
      let bytes = [0x20] + text[..<length] + [UInt8](repeating: 0x20, count: 32)
      #expect(stands(literal, at: 1, in: bytes))
      for place in 1..<length + 1 {
        var changed = bytes
        changed[place] ^= 0x40
        #expect(!stands(literal, at: 1, in: changed))
      }
      var around = bytes
      around[0] = 0
      around[length + 1] = 0
      #expect(stands(literal, at: 1, in: around))
      #expect(!stands(literal, at: -1, in: bytes))
      #expect(!stands(literal, at: bytes.count - 23, in: bytes))
    }
  }
}
