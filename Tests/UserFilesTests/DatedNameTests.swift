import ReceiptModel
import Testing

@testable import UserFiles

@Suite struct DatedNameTests {
  @Test func `names of a moment are in the order of time, then of number`() throws {
    let moment = Instant(milliseconds: 1_790_028_800_999)
    let stamp = DatedName.stamp(moment)
    #expect(stamp == "20260921T221320Z")
    var taken: [String] = []
    for _ in 0..<11 { taken.append(DatedName.first(stamp) { taken.contains($0) }.text) }
    #expect(taken.first == stamp && taken.last == stamp + "-11")
    let later = DatedName.stamp(Instant(milliseconds: moment.milliseconds + 1_000))
    let names = (taken + [later]).compactMap { DatedName($0) }
    #expect(names.count == 12 && names.shuffled().sorted() == names)
  }

  @Test(arguments: [
    "", ".staging", "20260921", "20260921T221320", "20260921T221320Z-1", "20260921T221320Z-02",
    "20260921T221320Z-", "20260921T221320Z-2-3", "20260921T221320Z-x", "2026-9-21T221320Z",
    "a0260921T221320Z",
    "20260921T221320Z\0",
  ])
  func `what is no such name is left alone`(text: String) { #expect(DatedName(text) == nil) }
}
