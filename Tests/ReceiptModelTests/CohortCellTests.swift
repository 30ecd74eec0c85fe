import TestSupport
import Testing

@testable import ReceiptModel

struct CohortCellTests {
  private static func counts(_ random: inout SeededGenerator) -> Counts {
    var counts = Counts()
    for count in Count.allCases where Bool.random(using: &random) {
      counts[count] = .random(in: -2...2_000_000_000_000, using: &random)
    }
    return counts
  }

  private static func numbers(_ counts: Counts) -> [Int] { Count.allCases.map { counts[$0] } }

  @Test(arguments: seeds(0..<6)) func `sparse counters are those that were added`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      var (plain, sparse) = (Counts(), SparseCounts())
      for _ in 0..<3 {
        let set = CountSet(bits: .random(in: 0..<1 << UInt32(Count.allCases.count), using: &random))
        plain.add(set, times: 1)
        sparse.add(set)
        let other = Self.counts(&random)
        plain.add(other)
        sparse.add(other)
        #expect(Self.numbers(sparse.counts) == Self.numbers(plain))
      }
    }
  }

  @Test(arguments: seeds(0..<6)) func `stretches add up to days as if each were added by itself`(seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    let words = ["", "1", "10", "é", "e\u{301}"]
    let cells = (0..<200).map { _ in
      var cell = CohortCell(
        key: CohortKey(
          day: .random(in: 0..<12, using: &random), appKey: words.randomElement(using: &random)!,
          parts: [words.randomElement(using: &random)!, "x"]), counts: Self.counts(&random))
      cell.latencies.add(bucket: .random(in: 0..<3, using: &random))
      return cell
    }
    var plain: [CohortKey: (counts: Counts, latencies: LatencyHistogram)] = [:]
    for cell in cells where cell.key.day != 7 {
      let key = CohortKey(day: cell.key.day / 5, appKey: cell.key.appKey, parts: cell.key.parts)
      plain[key, default: (Counts(), LatencyHistogram())].counts.add(cell.counts)
      plain[key]?.latencies.add(cell.latencies)
    }
    for (withLatencies, cells) in [(true, cells), (false, cells.sorted { $0.key < $1.key })] {
      let sums = cells.summed(withLatencies: withLatencies) { $0 == 7 ? nil : $0 / 5 }
      #expect(sums.map(\.key) == plain.keys.sorted())
      for sum in sums {
        #expect(plain[sum.key].map { Self.numbers($0.counts) } == Self.numbers(sum.counts))
        #expect(sum.latencies == (withLatencies ? plain[sum.key]?.latencies : LatencyHistogram()))
      }
    }
  }
}
