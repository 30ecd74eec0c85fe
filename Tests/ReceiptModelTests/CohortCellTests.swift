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

  @Test(arguments: seeds(0..<6)) func `a cell gives back the counters that it was given`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let key = CohortKey(day: 0, appKey: "k", parts: [])
    for _ in 0..<40 {
      let counts = Self.counts(&random)
      #expect(Self.numbers(CohortCell(key: key, counts: counts).counts) == Self.numbers(counts))
    }
  }

  @Test(arguments: seeds(0..<6)) func `a column gives back counters of any size`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rows = (0..<60).map { _ in
      var counts = Counts()
      for count in Count.allCases where Bool.random(using: &random) {
        let value = Int.random(in: .min ... .max, using: &random) >> Int.random(in: 0..<64, using: &random)
        counts[count] = value
      }
      return counts
    }
    let column = rows.reduce(into: CountsColumn()) { $0.append($1) }
    for place in rows.indices { #expect(Self.numbers(column[place]) == Self.numbers(rows[place])) }
  }

  @Test func `a column of more cells than a block has finds each`() {
    var column = CountsColumn()
    for place in 0..<140_000 { column.append([.sent, .acked], [-1, place % 300, place], from: 1) }
    for place in [0, 65_535, 65_536, 131_071, 131_072, 139_999] {
      #expect(column[.sent, place] == place % 300 && column[.acked, place] == place)
    }
    var copy = CountsColumn(roomFor: 2, of: column)
    copy.append(139_999, of: column)
    copy.append(65_536, of: column)
    #expect(copy[.acked, 0] == 139_999 && copy[.acked, 1] == 65_536)
  }
}
