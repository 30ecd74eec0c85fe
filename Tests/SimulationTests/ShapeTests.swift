import Foundation
import ReceiptModel
import Simulation
import Testing

struct ShapeTests {
  @Test(arguments: LogShape.allCases)
  func `every shape carries the same records`(shape: LogShape) throws {
    let scenario = Scenario.small(seed: 5)
    let (log, truth) = write(scenario, as: shape)
    let plain = write(scenario)
    let expected = try ParsedLog(plain.log, shape: .jsonLines).records
    let records = try ParsedLog(log, shape: shape).records.map { record in
      record.filter { $0.key != "__time_ns_part__" && $0.key != "__tag__:__receive_time__" }
    }
    #expect(truth == plain.truth)
    #expect(expected.count == scenario.events)
    #expect(records == expected)
  }

  @Test func `a record has its 22 fields in the order of the log service`() throws {
    let log = write(.small(seed: 1)).log
    let names = [
      "__time__", "__topic__", "__source__", "owner_id", "app_key", "message_id", "event_time", "event_type",
      "device_id", "device_type", "last_active_time", "app_version", "client_ip", "brand", "network_type",
      "os",
      "os_version", "isp", "job_key", "event_channel", "vendor_message_id", "reason",
    ]
    let header = write(.small(seed: 1), as: .csv).log.prefix { $0 != 0x0A }
    #expect(String(decoding: header, as: UTF8.self) == names.joined(separator: ","))
    let line = String(decoding: log.prefix { $0 != 0x0A }, as: UTF8.self)
    let starts = try names.map { try #require(line.range(of: "\"\($0)\":\"")).lowerBound }
    #expect(starts == starts.sorted())
  }

  @Test func `old shapes write the time of the log as a number, new ones as a string`() {
    func start(_ shape: LogShape) -> String {
      String(decoding: write(.small(seed: 1), as: shape).log.prefix(14), as: UTF8.self)
    }
    #expect(start(.jsonLines).hasPrefix(#"{"__time__":"1"#))
    #expect(start(.jsonLinesOld).hasPrefix(#"{"__time__":1"#))
    #expect(start(.pullLogDump).hasPrefix(#"{"__time__": 1"#))
  }

  @Test func `a page of get_log_all has 100 records with sorted keys in ASCII`() throws {
    let log = write(.small(seed: 1), as: .jsonArrays).log
    let pages = log.split(separator: 0x0A)
    #expect(pages.count == 20)
    #expect(log.allSatisfy { $0 < 0x7F })
    for page in pages {
      #expect((try JSONSerialization.jsonObject(with: Data(page)) as? [Any])?.count == 100)
    }
    let first = String(decoding: pages[0].prefix { $0 != 0x7D }, as: UTF8.self)
    let names = first.split(separator: "\": \"").dropLast().map { $0.split(separator: "\"").last ?? "" }
    #expect(names.count == 22)
    #expect(names == names.sorted())
  }

  @Test(arguments: LogShape.allCases)
  func `a log without events can be read`(shape: LogShape) throws {
    var writer = LogWriter(shape: shape)
    var log: [UInt8] = []
    writer.finish(to: &log)
    #expect(try ParsedLog(log, shape: shape).records.isEmpty)
  }

  @Test(arguments: 1...20)
  func `a small log has values that need quotes and escapes in every shape`(seed: UInt64) throws {
    let records = try ParsedLog(write(.small(seed: seed)).log, shape: .jsonLines).records
    let values = Set(records.flatMap(\.values))
    for special in ["\"", ",", "\n", "\t", "|", "中"] {
      #expect(values.contains { $0.contains(special) }, "no value with \(special.debugDescription)")
    }
  }

  @Test func `what the receiver of a log throws ends the simulation`() {
    struct DiskFull: Error {}
    #expect(throws: DiskFull.self) {
      _ = try simulate(.small(seed: 1), shape: .csv) { _ in throw DiskFull() }
    }
  }
}
