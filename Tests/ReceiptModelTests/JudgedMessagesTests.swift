import TestSupport
import Testing

@testable import ReceiptModel

struct JudgedMessagesTests {
  private static let quarter: Int64 = 900_000

  /// Messages of a few deliveries and of some more, some of them never sent.
  private static func messages(_ seed: UInt64, count: Int = 80) -> [MessageCell] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      var counts = Counts()
      counts[.deliveries] = Int.random(in: 0..<8, using: &random)
      counts[.sent] = Int.random(in: 0...9, using: &random)
      let sent = Int64.random(in: 0..<5 * quarter, using: &random)
      return MessageCell(
        appKey: ["1", "10", "é", "e\u{301}"].randomElement(using: &random) ?? "", messageID: "m\(number)",
        counts: counts,
        firstSent: Bool.random(using: &random) ? Instant(milliseconds: 1_790_000_000_000 + sent) : nil)
    }
  }

  private static func text(_ counts: Counts) -> String { "\(counts[.deliveries]) \(counts[.sent])" }

  private static func text(_ messages: JudgedMessages) -> [String] {
    messages.cells.map { "\(Array($0.appKey.utf8)) \($0.messageID) \(text($0.counts))" }
      + messages.small.map {
        "\(Array($0.appKey.utf8)) \($0.start ?? -1) \($0.messages) \(text($0.counts))"
      }
  }

  @Test(arguments: seeds(0..<8)) func `each stands for itself as long as there is room`(seed: UInt64) {
    let messages = Self.messages(seed)
    let small = messages.count { $0.counts[.deliveries] < 5 }
    let judged = JudgedMessages(MessageCells(messages), least: 5, room: small)
    #expect(judged.small.isEmpty)
    #expect(Self.text(judged) == Self.text(JudgedMessages(MessageCells(messages))))
  }

  @Test(arguments: seeds(0..<8)) func `beyond that small ones are added up by quarters of an hour`(
    seed: UInt64
  ) {
    let messages = Self.messages(seed)
    let small = messages.filter { $0.counts[.deliveries] < 5 }
    let judged = JudgedMessages(MessageCells(messages), least: 5, room: small.count - 1)
    var sums: [CohortKey: (messages: Int, counts: Counts)] = [:]
    for message in small {
      let start = message.firstSent.map { $0.milliseconds / Self.quarter * Self.quarter } ?? -1
      let key = CohortKey(day: 0, appKey: message.appKey, parts: ["\(start)"])
      sums[key, default: (0, Counts())].messages += 1
      sums[key, default: (0, Counts())].counts.add(message.counts)
    }
    let expected = sums.sorted { $0.key < $1.key }.map { key, sum in
      "\(Array(key.appKey.utf8)) \(key.parts[0]) \(sum.messages) \(Self.text(sum.counts))"
    }
    let large = MessageCells(messages.filter { $0.counts[.deliveries] >= 5 })
    #expect(Self.text(judged) == Self.text(JudgedMessages(large)) + expected)
    #expect(judged.count == messages.count)
  }

  @Test(arguments: seeds(0..<8), [0, 10, 30]) func `their order does not matter`(seed: UInt64, room: Int) {
    var random = SeededGenerator(seed: seed)
    let messages = Self.messages(seed)
    let expected = Self.text(JudgedMessages(MessageCells(messages), least: 5, room: room))
    var builder = JudgedMessages.Builder(least: 5, room: room)
    for message in messages.shuffled(using: &random) {
      if !builder.addUp(message.appKey, message.firstSent?.milliseconds, message.counts) {
        builder.append(message)
      }
    }
    #expect(Self.text(builder.messages()) == expected)
  }
}
