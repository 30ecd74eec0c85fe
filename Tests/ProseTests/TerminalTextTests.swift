import Prose
import TestSupport
import Testing

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("plain text, 中文 and é", "plain text, 中文 and é"),
    ("\u{1B}[2J", "\\x1B[2J"),
    ("a\rb\nc\td\0", "a\\x0Db\\x0Ac\\x09d\\x00"),
    ("\u{7F}\u{9B}31m", "\\x7F\\u{9B}31m"),
    ("abc\u{202E}fdp.exe", "abc\\u{202E}fdp.exe"),
    ("a\u{200B}b\u{FEFF}c\u{2066}", "a\\u{200B}b\\u{FEFF}c\\u{2066}"),
    ("a\u{2028}b\u{E000}\u{E0041}\u{3164}", "a\\u{2028}b\\u{E000}\\u{E0041}\\u{3164}"),
  ])
  func `text from outside is shown without effect on the terminal`(text: String, shown: String) {
    #expect(text.escapedForTerminal() == shown)
  }

  @Test func `no text from outside yields a control character or more than 200 characters`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let shown = String(decoding: bytes, as: UTF8.self).escapedForTerminal()
      #expect(shown.unicodeScalars.count <= 200)
      #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    }
  }

  @Test func `long text is cut and says so`() {
    let exact = String(repeating: "x", count: 200)
    #expect(exact.escapedForTerminal() == exact)
    #expect((exact + "x").escapedForTerminal() == String(repeating: "x", count: 199) + "…")
    #expect("e\u{301}\u{301}\u{301}".escapedForTerminal(limit: 3).unicodeScalars.count == 3)
  }
}
