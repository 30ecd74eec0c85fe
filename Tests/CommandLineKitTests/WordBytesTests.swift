import CommandLineKit
import Testing

@Suite struct WordBytesTests {
  private let words = WordBytes([
    Array("import".utf8), [0x61, 0xFF], Array("日本".utf8), [0x61, 0xFE], [0x62, 0xC3], Array("a\u{FFFD}".utf8),
  ])

  @Test func `a word that is no UTF-8 keeps its bytes, and one of the same text its own`() {
    let name = "a\u{FFFD}"
    #expect(words.bytes(of: ["日本", name, name]) == [Array("日本".utf8), [0x61, 0xFF], [0x61, 0xFE]])
    #expect(words.bytes(of: [name, name, name]).last == Array(name.utf8))
    #expect(words.bytes(of: ["b\u{FFFD}"]) == [[0x62, 0xC3]])
  }

  @Test func `words that are text are their text`() {
    #expect(
      words.bytes(of: ["import", "", "\u{FFFD}"]) == [Array("import".utf8), [], Array("\u{FFFD}".utf8)])
    #expect(WordBytes.ofThisProgram.bytes(of: ["-"]) == [[UInt8(ascii: "-")]])
  }
}
