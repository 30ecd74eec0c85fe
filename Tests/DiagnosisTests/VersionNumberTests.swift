import TestSupport
import Testing

@testable import Diagnosis

struct VersionNumberTests {
  @Test(arguments: [
    ["3.9", "3.10", "3.10.1", "4"], ["3.0-alpha", "3.0-beta", "3.0", "3.0.1"],
    ["iOS 9.3", "17.4", "iOS 17.5"], ["1.2 (99)", "1.2 (100)"], ["01.2", "1.3"], ["", "0", "1"],
    ["9", "99999999999999999999", "100000000000000000000"],
  ])
  func `versions are ordered as people number them`(texts: [String]) {
    #expect(texts.reversed().map(VersionNumber.init).sorted().map(\.text) == texts)
  }

  @Test func `any texts have one order`() {
    var random = SeededGenerator(seed: 4)
    let signs = Array("0019.-ab é")
    func text() -> String {
      String(
        (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in signs.randomElement(using: &random) })
    }
    for _ in 0..<2000 {
      let (a, b, c) = (VersionNumber(text()), VersionNumber(text()), VersionNumber(text()))
      #expect([a < b, b < a, a == b].count { $0 } == 1)
      #expect(!(a < b && b < c) || a < c)
    }
  }
}
