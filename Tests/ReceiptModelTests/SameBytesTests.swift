import TestSupport
import Testing

@testable import ReceiptModel

struct SameBytesTests {
  /// Letters of which Swift takes some in a row for others.
  private static let letters: [Unicode.Scalar] = [
    "a", "e", "é", "\u{301}", "\u{323}", "한", "ᄒ", "ᅡ", "ᆫ", "\0",
  ]

  @Test func `texts are the same exactly when their bytes are, and ordered as these`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let (one, two) = (Self.text(&random), Self.text(&random))
      #expect(one.hasSameBytes(as: two) == (Array(one.utf8) == Array(two.utf8)))
      #expect(one.precedesInBytes(two) == one.utf8.lexicographicallyPrecedes(two.utf8))
    }
    #expect("é" == "e\u{301}" && !"é".hasSameBytes(as: "e\u{301}"))
  }

  private static func text(_ random: inout some RandomNumberGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      text.append(letters.randomElement(using: &random) ?? "a")
    }
    return String(text)
  }
}
