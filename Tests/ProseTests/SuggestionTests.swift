import Testing

@testable import Prose

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "abc", 3), ("report", "report", 0), ("reprot", "report", 1),
    ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func `distance counts insertions, removals, replacements and swaps`(
    left: String, right: String, expected: Int
  ) {
    #expect(Suggestion.distance(left, right) == expected)
    #expect(Suggestion.distance(right, left) == expected)
  }

  @Test func `the nearest of several is chosen and of equals the first`() {
    #expect(Suggestion.closest(to: "exprt", in: ["import", "export"]) == "export")
    #expect(Suggestion.closest(to: "bat", in: ["cat", "hat"]) == "cat")
  }

  @Test func `a beginning means the only word that it begins`() {
    let names = ["completions", "config", "--min-severity", "--message"]
    #expect(Suggestion.closest(to: "complet", in: names) == "completions")
    #expect(Suggestion.closest(to: "--MIN", in: names) == "--min-severity")
    #expect(Suggestion.closest(to: "co", in: names) == nil)
    #expect(Suggestion.closest(to: "--m", in: ["--message"]) == nil)
  }

  @Test func `a word that shares little with any has no near miss`() {
    #expect(Suggestion.closest(to: "dance", in: ["import", "export", "run"]) == nil)
    #expect(Suggestion.closest(to: String(repeating: "x", count: 100_000), in: ["import"]) == nil)
  }
}
