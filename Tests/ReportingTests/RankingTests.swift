import TestSupport
import Testing

@testable import Reporting

struct RankingTests {
  @Test(arguments: seeds(0..<8)) func `the largest are those that sorting all puts first`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let sizes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in Int.random(in: 0..<9, using: &random)
    }
    let sorted = sizes.enumerated().sorted { one, other in
      one.element != other.element ? one.element > other.element : one.offset < other.offset
    }
    #expect(Ranking.largest(sizes.indices) { sizes[$0] } == sorted.prefix(Ranking.length).map(\.offset))
  }
}
