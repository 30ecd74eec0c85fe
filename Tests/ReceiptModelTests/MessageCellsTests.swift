import TestSupport
import Testing

@testable import ReceiptModel

struct MessageCellsTests {
  private static let words = ["", "1", "10", "é", "e\u{301}", "推送", "10913718868641234", "10913718868641235"]

  private static func message(_ random: inout SeededGenerator) -> MessageCell {
    func time() -> Instant? {
      Bool.random(using: &random) ? Instant(milliseconds: .random(in: 0..<99, using: &random)) : nil
    }
    var counts = Counts()
    for count in Count.allCases where Int.random(in: 0..<4, using: &random) == 0 {
      counts[count] = .random(in: -3...1_000_000_000_000, using: &random)
    }
    var latencies = LatencyHistogram()
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      latencies.add(bucket: .random(in: -1..<7000, using: &random), count: 2)
    }
    return MessageCell(
      appKey: words.randomElement(using: &random) ?? "", messageID: words.randomElement(using: &random) ?? "",
      counts: counts, latencies: latencies, jobKey: words.randomElement(using: &random), firstSent: time(),
      lastSent: time())
  }

  private static func text(_ message: MessageCell) -> String {
    """
    \(Array(message.appKey.utf8)) \(Array(message.messageID.utf8)) \(Count.allCases.map { message.counts[$0] }) \
    \(message.latencies.counts.sorted { $0.key < $1.key }) \(message.jobKey ?? "-") \
    \(message.firstSent?.milliseconds ?? -1) \(message.lastSent?.milliseconds ?? -1)
    """
  }

  @Test(arguments: seeds(0..<6)) func `gives back what was added, in the order of keys`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let messages = (0..<60).map { _ in Self.message(&random) }
    let cells = MessageCells(messages)
    let ordered = messages.enumerated().sorted { one, other in
      let keys = [one, other].map { message in
        CohortKey(day: 0, appKey: message.element.appKey, parts: [message.element.messageID])
      }
      return keys[0] != keys[1] ? keys[0] < keys[1] : one.offset < other.offset
    }.map(\.element)
    #expect(cells.map(Self.text) == ordered.map(Self.text))
    for (place, message) in cells.enumerated() {
      #expect(Count.allCases.allSatisfy { cells.counts(at: place)[$0] == message.counts[$0] })
      #expect(cells.appKey(at: place).hasSameBytes(as: message.appKey))
      #expect(cells.messageID(at: place).hasSameBytes(as: message.messageID))
      #expect(cells.firstSent(at: place) == message.firstSent?.milliseconds)
    }
    for word in Self.words {
      let places = cells.indices.filter { cells[$0].appKey.hasSameBytes(as: word) }
      #expect(Array(cells.places(of: word)) == places)
    }
    #expect(cells.placesByApp.flatMap(\.places) == Array(cells.indices))
    #expect(cells.placesByApp.allSatisfy { app in cells.places(of: app.appKey) == app.places })
  }
}
