import ReceiptModel
import TestSupport
import Testing

/// What part of an AppKey a finding is about, written and read again.
struct FindingScopeTests {
  private static let lasting = FindingScope.Part.allCases.filter(\.isLasting)
  private static let values = ["", "5.0.0", "17.4 (beta), build 3", "a, b", ", ", "版本 3", "app_version"]

  @Test(arguments: 0..<20 as Range<UInt64>) func `a written scope is read as what it was`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let parts = Self.lasting.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
      let scope = FindingScope(parts.map { ($0, Self.values.randomElement(using: &random) ?? "") })
      #expect(FindingScope(reading: scope.text) == scope)
    }
  }

  @Test func `stretches of time and free words are not read`() {
    #expect(FindingScope(reading: "at night").entries.isEmpty)
    #expect(FindingScope(reading: "time 10:00 to 12:00").entries.isEmpty)
  }
}
