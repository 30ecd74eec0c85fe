import Foundation
import Mappings
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// Records that vendors wrote themselves, each found and read by its mapping.
struct DocumentedRecordTests {
  struct Record: CustomTestStringConvertible {
    var file: String
    var mapping: String
    var lines = 1
    /// Events and facts.
    var told: Int
    var ignored = 0
    var rejected = 0

    var testDescription: String { file }
  }

  private static let records: [Record] = [
    .init(file: "huawei-receipt-v1.json", mapping: "huawei-receipt-v1", told: 1),
    .init(file: "baidu-callback.json", mapping: "baidu-callback", told: 1),
    .init(file: "airship-close.json", mapping: "airship-events", told: 0, ignored: 1),
    .init(file: "pinpoint-campaign-send.json", mapping: "pinpoint-events", told: 1),
    .init(file: "expo-tickets.json", mapping: "expo-tickets", told: 0, rejected: 1),
    .init(file: "expo-receipts.json", mapping: "expo-receipts", told: 0, rejected: 1),
    .init(file: "jpush-received-detail.json", mapping: "jpush-report", lines: 2, told: 2),
    .init(file: "aliyun-query-push-stat-by-msg.json", mapping: "alibaba-push-stat", told: 1),
  ]

  @Test(.enabled(if: Samples.folder != nil, "\(Samples.skipped)"), arguments: records)
  func `a vendor's own record is taken for what it is`(_ record: Record) throws {
    let folder = try #require(Samples.folder)
    let bytes = Array(try Data(contentsOf: folder.appending(path: "documented/\(record.file)")))
    let sample = try ExampleTests.sample(String(decoding: bytes, as: UTF8.self), nil) { options in
      options.appKey = "1"
    }
    // Of a single record that is refused the whole file is.
    #expect((sample.error == nil) == (record.rejected == 0), "\(sample.error?.explanation ?? "")")
    #expect(sample.progress.mapping == record.mapping)
    #expect(sample.told.count == record.told, "\(sample.told) \(sample.refused.map(ExampleTests.word))")
    #expect(sample.progress.lines == record.lines)
    #expect(sample.progress.ignored == record.ignored)
    #expect(sample.progress.rejected == record.rejected, "\(sample.refused.map(ExampleTests.word))")
  }
}
