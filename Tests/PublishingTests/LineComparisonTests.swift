import Testing

@testable import Publishing

@Suite struct LineComparisonTests {
  @Test(arguments: [
    ("a\nb\n", "a\nc\n", 2), ("", "a", 1), ("a\n", "a\nb\n", 2), ("a\r\nb", "a\nb", 3),
  ])
  func `the first line that differs has its number`(file: String, now: String, first: Int) {
    #expect(LineComparison(file: file, now: now).first == first)
  }

  @Test func `lines that only one of two texts has are listed with their numbers`() {
    let lines = LineComparison(file: "title\nold\nsame\n", now: "title\nsame\nnew\n")
    #expect(lines.differences(limit: 10) == ["-2: old", "+3: new"])
    #expect(lines.differences(limit: 0) == [])
  }

  @Test func `letters that look alike and are other bytes differ`() {
    // A letter with its accent, and the two after each other.
    let lines = LineComparison(file: "\u{e9}", now: "e\u{301}")
    #expect(lines.differences(limit: 1).count == 2)
  }

  @Test func `of texts far longer than a report only the first difference is told`() {
    let long = String(repeating: "a\n", count: 6_000)
    #expect(
      LineComparison(file: long + "b", now: long).differences(limit: 10) == [
        "-6001: …", "+6001: …",
      ])
  }

  @Test func `what a file says cannot act on the terminal`() {
    let differences = LineComparison(file: "\u{1b}[2J", now: "").differences(limit: 10)
    #expect(
      differences.allSatisfy { !$0.unicodeScalars.contains("\u{1b}") } && !differences.isEmpty)
  }
}
