import Mappings
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// Lines of text that tell their source themselves, wherever they stand.
@Suite struct MixedTextTests {
  private static let lines: [String] = MappingCatalogue.all.filter {
    [.accessLog, .form, .lines].contains($0.form)
  }
  .flatMap(\.examples).filter { $0.refused == nil }
  .flatMap { $0.record.split(separator: "\n").map(String.init) }
  private static let records = [
    #"{"app_key":"7","message_id":"m1","event_time":"1790000001840","event_type":"sent","device_id":"d1"}"#,
    #"{"statuses":[{"appid":"200","token":"t1","status":0,"timestamp":1790000000123,"requestId":"r1"}]}"#,
    #"data={"scm1":{"type":1,"targets":"t1,t2","timestamp":1790000000123}}"#,
    "data=%7B%22scm2%22%3A%7B%22type%22%3A2%2C%22targets%22%3A%22t%2B1%22%2C%22timestamp%22%3A1790000000124%7D%7D",
  ]

  private func told(_ lines: [String]) throws -> [String] {
    let sample = try ExampleTests.sample(lines.joined(separator: "\n") + "\n", nil) { $0.readsOn = true }
    return sample.told.map { told in
      told.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
  }

  @Test(arguments: seeds(0..<12)) func `a line tells the same alone as among lines of all other sources`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let noise = (0..<150).map { "[INFO] \($0) started a=b" }
    let lines = (Self.lines + Self.records + (seed % 2 == 0 ? noise : [])).shuffled(using: &random)
    let alone = try lines.flatMap { try told([$0]) }
    #expect(alone.count > 10)
    let cut = Int.random(in: 0...lines.count, using: &random)
    let found = try told(Array(lines[..<cut])) + told(Array(lines[cut...]))
    #expect(found.sorted() == alone.sorted())
  }

  @Test func `a log of other requests alone is none`() throws {
    let line = #"::1 - - [26/Jan/2026:19:54:02 +0800] "GET /index.html HTTP/1.1" 200 1 "-" "-""#
    for count in [1, 500] {
      let sample = try ExampleTests.sample(String(repeating: line + "\n", count: count), nil)
      #expect(sample.error == .notAReceiptLog(.other))
      #expect(sample.progress.counts.lines == min(count, 100))
    }
  }

  @Test func `a line that two sources of one form could have made is refused`() throws {
    let mapping = try #require(MappingCatalogue.mapping("extension-log"))
    var other = mapping
    other.name = "other-log"
    let both = [mapping, other]
    let line = "pushext time=2026-09-21T14:13:20Z event=received app=1 message=m1 device=d1"
    let sample = try ExampleTests.sample(line, nil) { $0.mappings = { both } }
    #expect(sample.refused.map(ExampleTests.word) == ["several-sources"])
    #expect(sample.told.isEmpty)
  }

  @Test(arguments: [("<html><body>502</body></html>", LineShape.markup), ("a\u{1}b", .binary)])
  func `what is no text or a page is no log, though its line may go on`(_ text: String, _ shape: LineShape)
    throws
  {
    let reading = try Reading(Array(text.utf8))
    #expect(reading.error == .notAReceiptLog(shape))
    #expect(try Reading(Array("half a li".utf8)).progress.pendingBytes == 9)
  }
}
