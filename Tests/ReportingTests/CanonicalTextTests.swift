import Digest
import ReceiptModel
import TestSupport
import Testing

@testable import Reporting

@Suite struct CanonicalTextTests {
  /// The text by its definition: each field with its length, records in the order of their bytes.
  private func plainDigest(of records: [[String]]) -> String {
    func record(_ fields: [String]) -> [UInt8] {
      Array((fields.map { "\($0.utf8.count):\($0)" }.joined() + "\n").utf8)
    }
    let ordered = records.map(record).sorted { $0.lexicographicallyPrecedes($1) }
    let text = record(["\(records.count)"]) + ordered.joined()
    return SHA256.hex(text.span)
  }

  @Test(arguments: seeds(0..<6))
  func `numbers that are written as digits are the fields that they are as texts`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let numbers = [Int.min, -10, -1, 0, 9, 10, 99, 100, .max]
    let words = ["", "a", "é", "1:a", "\n", "推送", "a b"]
    let records = (0..<200).map { _ in
      (0..<3).map { _ in (numbers.randomElement(using: &random)!, words.randomElement(using: &random)!) }
    }
    let texts = records.map { $0.flatMap { ["\($0)", $1, "\($0) \($1.utf8.count)"] } }
    var written = CanonicalText()
    written.add(unordered: records) { fields, record in
      for (number, word) in fields {
        record.append(field: number)
        record.append(field: word)
        record.append(field: number, " ", word.utf8.count)
      }
    }
    var listed = CanonicalText()
    listed.add(unordered: texts.shuffled(using: &random))
    #expect(written.digest == plainDigest(of: texts) && listed.digest == plainDigest(of: texts))
  }

  @Test(arguments: seeds(0..<6))
  func `messages are digested as records that are sorted by their bytes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let apps = ["", "333", "334", "é", "1234567890", "12345678901"]
    var messages: [MessageCell] = []
    for number in 0..<300 {
      var counts = Counts()
      counts[.sent] = number
      counts[.opened] = Int.random(in: 0..<2, using: &random)
      var latencies = LatencyHistogram()
      for _ in 0..<number % 3 { latencies.add(bucket: .random(in: -1..<90, using: &random)) }
      let id = String(UInt64(number) << UInt64(number % 30), radix: 10 + number % 3)
      messages.append(
        MessageCell(
          appKey: apps.randomElement(using: &random)!, messageID: id + "m\(number)", counts: counts,
          latencies: latencies, firstSent: nil))
    }
    let records = messages.map { message in
      ["0", message.appKey, message.messageID]
        + Count.allCases.filter { message.counts[$0] != 0 }.map { "\($0.rawValue) \(message.counts[$0])" }
        + message.latencies.counts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }
    var text = CanonicalText()
    text.add(MessageCells(messages))
    #expect(text.digest == plainDigest(of: records))
  }
}
