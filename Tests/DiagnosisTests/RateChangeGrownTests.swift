import ReceiptModel
import TestSupport
import Testing

@testable import Diagnosis

struct RateChangeGrownTests {
  private typealias Segment = RateChange.Segment

  /// By going through all segments again for each name.
  private static func plainlyGrown(
    _ parts: [Segment: Standardisation.Split], _ before: [Segment: Rate], _ after: [Segment: Rate]
  ) -> Segment? {
    func share(_ name: String, _ part: (Segment) -> String, _ rates: [Segment: Rate]) -> Double {
      let own = rates.filter { part($0.key) == name }.values.reduce(0) { $0 + $1.denominator }
      return Rate(own, of: rates.values.reduce(0) { $0 + $1.denominator }).value ?? 0
    }
    let shift = parts.values.map(\.shift).sorted().reduce(0, +)
    var most: (segment: Segment, shift: Double)?
    for isSystem in [true, false] {
      let part: (Segment) -> String = { isSystem ? $0.osVersion : $0.appVersion }
      for name in Set(parts.keys.map(part)).subtracting([""]).sorted() {
        let own = parts.filter { part($0.key) == name }.values.map(\.shift).sorted().reduce(0, +)
        guard share(name, part, after) > share(name, part, before), own < most?.shift ?? .infinity else {
          continue
        }
        most = (Segment(appVersion: isSystem ? "" : name, osVersion: isSystem ? name : ""), own)
      }
    }
    guard let most, shift < 0, most.shift <= 0.4 * shift else { return nil }
    return most.segment
  }

  @Test(arguments: seeds(0..<6)) func `the version that has grown is the one that looking at each finds`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var found = 0
    for _ in 0..<60 {
      func rates() -> [Segment: Rate] {
        var rates: [Segment: Rate] = [:]
        for _ in 0..<Int.random(in: 1..<12, using: &random) {
          let segment = Segment(
            appVersion: ["", "1", "2", "3"].randomElement(using: &random)!,
            osVersion: ["", "17", "18"].randomElement(using: &random)!)
          let sends = Int.random(in: 0..<500, using: &random)
          rates[segment] = Rate(.random(in: 0...sends, using: &random), of: sends)
        }
        return rates
      }
      let (before, after) = (rates(), rates())
      guard let parts = Standardisation.parts(from: before, to: after) else { continue }
      let grown = RateChange.grown(parts, before: before, after: after)
      #expect(grown == Self.plainlyGrown(parts, before, after))
      found += grown == nil ? 0 : 1
    }
    #expect(found > 0)
  }
}
