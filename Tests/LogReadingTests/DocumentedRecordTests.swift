import Foundation
import Mappings
import Prose
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// Records that vendors wrote themselves, each found and read by its mapping.
struct DocumentedRecordTests {
  struct Record: CustomTestStringConvertible {
    var file: String
    var mapping: String
    /// What an own server writes in front of an answer that names neither message nor time, and behind it.
    var envelope = (front: "", back: "")
    var lines = 1
    /// Events and facts.
    var told: Int
    var ignored = 0
    var rejected = 0

    var testDescription: String { file }

    /// The record in its envelope, whose front takes the place of the record's first brace.
    func text(_ record: String) -> String {
      guard !envelope.front.isEmpty, let brace = record.firstIndex(of: "{") else { return record }
      return envelope.front + record[record.index(after: brace)...] + envelope.back
    }
  }

  private static let records: [Record] = [
    .init(file: "huawei-receipt-v1.json", mapping: "huawei-receipt-v1", told: 1),
    .init(file: "baidu-callback.json", mapping: "baidu-callback", told: 1),
    .init(file: "airship-close.json", mapping: "airship-events", told: 0, ignored: 1),
    .init(file: "pinpoint-campaign-send.json", mapping: "pinpoint-events", told: 1),
    .init(
      file: "expo-tickets.json", mapping: "expo-tickets", envelope: (#"{"sent_at":1790000000,"#, ""), told: 4),
    .init(
      file: "expo-receipts.json", mapping: "expo-receipts", envelope: (#"{"asked_at":1790000000,"#, ""),
      told: 2),
    // As the vendor answers they tell no time.
    .init(file: "expo-tickets.json", mapping: "expo-tickets", told: 0, rejected: 1),
    .init(file: "expo-receipts.json", mapping: "expo-receipts", told: 0, rejected: 1),
    .init(file: "jpush-received-detail.json", mapping: "jpush-report", lines: 2, told: 2),
    // One of the three devices got it.
    .init(
      file: "jpush-status-message.json", mapping: "jpush-status",
      envelope: (#"{"msg_id":1,"asked_at":1790000000,"status":{"#, "}"), told: 1),
    .init(file: "aliyun-query-push-stat-by-msg.json", mapping: "alibaba-push-stat", told: 1),
  ]

  @Test(.enabled(if: Samples.folder != nil, "\(Samples.skipped)"), arguments: records)
  func `a vendor's own record is taken for what it is`(_ record: Record) throws {
    let folder = try #require(Samples.folder)
    let bytes = Array(try Data(contentsOf: folder.appending(path: "documented/\(record.file)")))
    let text = record.text(String(decoding: bytes, as: UTF8.self))
    let sample = try ExampleTests.sample(text, nil) { options in
      options.appKey = "1"
    }
    // Of a single record that is refused the whole file is.
    #expect((sample.error == nil) == (record.rejected == 0), "\(sample.error?.explanation.told() ?? "")")
    #expect(sample.progress.mapping == record.mapping)
    #expect(sample.told.count == record.told, "\(sample.told) \(sample.refused.map(ExampleTests.word))")
    #expect(sample.progress.counts.lines == record.lines)
    #expect(sample.progress.counts.ignored == record.ignored)
    #expect(sample.progress.counts.rejected == record.rejected, "\(sample.refused.map(ExampleTests.word))")
  }
}
