import ReceiptModel
import TestSupport
import Testing

@testable import Diagnosis

struct CellsByAppTests {
  @Test(arguments: 0..<6 as Range<UInt64>)
  func `the cells of an AppKey are those that looking at all would find`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let apps = ["a", "b", "e\u{301}", "\u{e9}"]
    let cells = (0..<Int.random(in: 0..<40, using: &random)).map { place in
      CohortCell(
        key: CohortKey(
          day: place, appKey: apps.randomElement(using: &random) ?? "", parts: ["\(place)"]))
    }
    let byApp = CellsByApp(cells)
    for app in apps + ["c"] {
      let expected = cells.filter { $0.key.appKey.hasSameBytes(as: app) }.map(\.key)
      #expect(byApp[app].map(\.key) == expected)
    }
  }
}
