import Glibc
import ReceiptModel
import Testing

@testable import LogReading

/// The sample logs, found beside the package or through `PUSHLEDGER_SAMPLES`.
enum SampleFolder {
  static let path: String? = {
    if let named = unsafe getenv("PUSHLEDGER_SAMPLES") { return unsafe String(cString: named) }
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let beside = "/" + root + "/../shared/samples"
    return unsafe access(beside, R_OK) == 0 ? beside : nil
  }()
}

@Suite(
  .enabled(
    if: SampleFolder.path != nil, "the sample logs are not here; name their folder in PUSHLEDGER_SAMPLES"))
struct SampleTests {
  static let shapes = [
    "oss-json-new.jsonl", "oss-json-old.jsonl", "oss-csv.csv", "cli-get_log_all.json",
    "cli-pull_log_dump.jsonl",
  ]

  private func read(_ name: String) throws -> Reading {
    let folder = try #require(SampleFolder.path)
    return try Reading(path: "\(folder)/\(name)")
  }

  @Test(arguments: shapes) func `every export shape gives the same twenty-two events`(_ shape: String) throws
  {
    let reference = try read("synthetic/alibaba-receipt.oss-json-new.jsonl")
    let reading = try read("synthetic/alibaba-receipt.\(shape)")
    #expect(reading.error == nil)
    #expect(reading.refusals == [])
    #expect(reading.progress.counts.events == 22)
    #expect(reading.events.sorted() == reference.events.sorted())
    #expect(reading.progress.met.unknownColumns == [])
  }

  @Test func `an envelope gives them too`() throws {
    let reference = try read("synthetic/alibaba-receipt.oss-json-new.jsonl")
    let folder = try #require(SampleFolder.path)
    let file = try InputFile(path: "\(folder)/synthetic/alibaba-receipt.oss-json-new.jsonl")
    let lines = try file.bytes(at: 0, count: 1 << 20).split(separator: UInt8(ascii: "\n"))
    let envelope =
      Array(#"{"meta":{"count":22,"keys":["a"]},"data":["#.utf8)
      + Array(lines.joined(separator: [UInt8(ascii: ",")])) + Array("]}".utf8)
    let reading = try Reading(envelope)
    #expect(reading.progress.format == "json")
    #expect(reading.events.sorted() == reference.events.sorted())
  }

  @Test func `six spellings of a time are two instants`() throws {
    let reading = try read("synthetic/alibaba-receipt.event-time-variants.jsonl")
    #expect(reading.refusals == [])
    #expect(Set(reading.events.map(\.time)) == ["1790000000000", "1790000000120"])
    #expect(
      reading.progress.met.timeRules == [.seconds: 1, .milliseconds: 1, .localAssumed: 2, .isoZone: 2])
  }

  @Test(arguments: [
    "aliyun-sls-console-envelope.jsonl", "aliyun-sls-oss-json-new.jsonl", "aliyun-sls-oss-json-old.jsonl",
    "apns-error-bodies.jsonl", "jpush-received-detail.json", "expo-tickets.json", "huawei-receipt-v1.json",
    "pinpoint-campaign-send.json", "airship-close.json",
  ])
  func `a log of something else is no receipt log`(_ name: String) throws {
    let reading = try read("documented/\(name)")
    #expect(reading.events == [])
    #expect(reading.error?.reasonName == "not-a-receipt-log")
    #expect(reading.progress.counts.rejected > 0)
  }
}
