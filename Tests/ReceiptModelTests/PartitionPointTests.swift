import ReceiptModel
import TestSupport
import Testing

struct PartitionPointTests {
  @Test func `halving finds what looking at each finds`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<1_000 {
      let values = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
        Int.random(in: 0..<6, using: &random)
      }.sorted()
      let part = values[Int.random(in: 0...values.count, using: &random)...]
      let value = Int.random(in: -1..<7, using: &random)
      #expect(part.partitionPoint { $0 >= value } == part.firstIndex { $0 >= value } ?? part.endIndex)
    }
  }
}
