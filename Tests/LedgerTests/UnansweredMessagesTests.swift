import ReceiptModel
import TestSupport
import Testing

@testable import Ledger

struct UnansweredMessagesTests {
  private func names(_ sends: [(message: Int64, count: Int)], most: Int) -> [UInt32] {
    var messages = UnansweredMessages(most: most)
    // One that is acked says that others would be.
    for (message, count) in sends + [(1_000, 400)] {
      for number in 0..<count { messages.add(7, isAcked: message == 1_000 && number % 2 == 0) }
      messages.end(message)
    }
    return messages.names.map(\.message).sorted()
  }

  @Test(arguments: seeds(0..<50 as Range<UInt64>))
  func `of too many the largest are kept, in whatever order they come`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let sends = (0..<60).map { (message: Int64($0), count: Int.random(in: 1...300, using: &random)) }
    let kept = names(sends, most: 12)
    #expect(kept.count <= 12)
    #expect(kept == names(sends.shuffled(using: &random), most: 12))
    let fewest = sends.filter { kept.contains(UInt32($0.message)) }.map(\.count).min() ?? .max
    #expect(sends.allSatisfy { kept.contains(UInt32($0.message)) || $0.count < fewest })
    let enough = sends.filter { $0.count >= 20 }.map { UInt32($0.message) }
    #expect(names(sends, most: 100) == enough)
  }
}
