import Foundation
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// The template reader against the strict scanner: whatever the bytes, both say the same.
struct TwinTests {
  @Test(arguments: 0..<8) func `templates and the scanner agree on mutated logs`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var log: [UInt8] = []
    for _ in 0..<600 {
      var line = Array(Self.randomLine(&generator).utf8)
      if generator.next() % 3 == 0 { Self.mutate(&line, &generator) }
      log += line + [UInt8(ascii: "\n")]
    }
    let fast = try read(log, learns: true)
    let slow = try read(log, learns: false)
    #expect(fast == slow)
    #expect(fast.contains { $0.hasPrefix("event") })
    #expect(fast.contains { $0.hasPrefix("refused") })
  }

  /// Events and rejections, in order.
  private func read(_ log: [UInt8], learns: Bool) throws -> [String] {
    var options = ReadOptions()
    options.keepsRawRejects = true
    options.keepsClientNetworks = true
    var lines = Lines(JSONLines(options: options, learns: learns), countsTail: true)
    var account = RecordAccount(options: options, file: 0, startOffset: 0, startLine: 0)
    // A good line first, so that no mutation makes the whole log unreadable.
    let bytes = Array((Sample.line() + "\n").utf8) + log + [UInt8](repeating: 0, count: 16)
    var batch = EventBatch(capacity: 10_000)
    let end = try lines.read(
      bytes.span, 0..<bytes.count - 16, isLast: true, account: &account, into: &batch)
    #expect(end == bytes.count - 16)
    return batch.events.map { "event \(EventText($0, in: batch))" }
      + account.takeRejections().map {
        "refused \($0.line) \($0.byteOffset) \($0.rejection) \(Data($0.raw).base64EncodedString())"
      }
  }

  private static func randomLine(_ generator: inout SeededGenerator) -> String {
    let values =
      ["", "-", "null", "nul", "nulls", "--", "x", "小米", "a\\\"b", "\\u5c0f", "1790000000120", "ext_ack"]
      + ["\u{7F}", "é", " x", "x ", "\u{85}\u{202E}", "😀小x", "a692961a92534047ad362575f31f570g"]
      + ["203.0.113.5:80", "2001:db8::1", "198.51.100"]
      + [2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 1023, 1024, 1025].map { String(repeating: "v", count: $0) }
      + ["x" + String(repeating: "é", count: 600), String(repeating: "小", count: 342) + "x"]
    var changes: [String: String?] = [:]
    for _ in 0..<generator.next() % 4 {
      if let key = Sample.fields.randomElement(using: &generator)?.key {
        changes[key] = values.randomElement(using: &generator)
      }
    }
    switch generator.next() % 6 {
    case 0:
      return Sample.line(
        "__time__",
        token: ["1790000000", "0", "01", "-1", "1.5", "1e3", "null"].randomElement(using: &generator) ?? "")
    case 1:
      return Sample.line(
        "message_id",
        token: ["10913718868641234", "7", "00", "true", "[1]"].randomElement(using: &generator) ?? "")
    case 2: return Sample.line(changes).replacing(",", with: ", ").replacing(":", with: ": ")
    case 3: return "{\"nested\":{\"a\":[1,\"x\"]}," + Sample.line(changes).dropFirst()
    case 4: return "{\"app_key\":\"333526247\"," + Sample.line(changes).dropFirst()
    default: return Sample.line(changes)
    }
  }

  private static func mutate(_ line: inout [UInt8], _ generator: inout SeededGenerator) {
    for _ in 0...generator.next() % 3 where line.count > 2 {
      let place = Int.random(in: 0..<line.count, using: &generator)
      switch generator.next() % 4 {
      case 0: line[place] = UInt8.random(in: .min ... .max, using: &generator)
      case 1: line.remove(at: place)
      case 2: line.insert(Array("\"\\{}[]:,0 \u{1}".utf8).randomElement(using: &generator) ?? 0, at: place)
      default: line.removeLast(Int.random(in: 0..<line.count / 4 + 1, using: &generator))
      }
    }
    line.removeAll { $0 == UInt8(ascii: "\n") }
  }
}
