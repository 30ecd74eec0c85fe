import Mappings
import Prose
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// CSV files that were joined: each header begins a table of its own.
@Suite struct JoinedTableTests {
  private static let header = "app_key,message_id,event_type,event_time,device_id"
  private static let receipts = ["7,m1,sent,1790000000120,d1", "com.example,m2,open,1790000000121,d2"]

  private func told(_ text: String, blockSize: Int = 4096) throws -> [String] {
    let sample = try ExampleTests.sample(text, nil) { $0.blockSize = blockSize }
    #expect(sample.error == nil, "\(sample.error?.explanation.told() ?? "")")
    #expect(sample.refused.isEmpty, "\(sample.refused.map(ExampleTests.word))")
    return sample.told.map { told in
      told.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
  }

  /// Tables of receipts and of every mapping that has an example of one.
  private static let tables: [(header: String, rows: [String])] = {
    var tables = [
      (header, receipts),
      ("event_time|device_id|app_key|message_id|event_type", ["1790000000122|d3|7|m3|sent"]),
    ]
    for mapping in MappingCatalogue.all where [.csv, .table].contains(mapping.form) {
      for example in mapping.examples where example.refused == nil && !example.record.hasPrefix("{") {
        let lines = example.record.split(separator: "\n").map(String.init)
        guard lines.count > 1, !example.record.contains("[{") else { continue }
        tables.append((lines[0], Array(lines[1...])))
      }
    }
    return tables
  }()

  @Test(arguments: seeds(0..<12)) func `tables in any order tell what each tells alone`(seed: UInt64) throws {
    #expect(Self.tables.count > 5)
    var random = SeededGenerator(seed: seed)
    let tables = (Self.tables + Self.tables.prefix(3)).shuffled(using: &random)
    let alone = try tables.flatMap { try told(([$0.header] + $0.rows).joined(separator: "\n") + "\n") }
    let joined = tables.map { ([$0.header] + $0.rows).joined(separator: "\n") + "\n" }.joined()
    let blockSize = [1, 60, 4096].randomElement(using: &random) ?? 60
    #expect(try told(joined, blockSize: blockSize).sorted() == alone.sorted())
  }

  @Test(arguments: tables.dropFirst(2)) func `the columns of a source may be written in capitals`(
    header: String, rows: [String]
  ) throws {
    let text = "\n" + rows.map { $0 + "\n" }.joined()
    #expect(try told(header.uppercased() + text) == told(header + text))
  }

  @Test func `the same header again is ignored, and the file can be read on`() throws {
    let log = ([Self.header] + Self.receipts + [Self.header] + Self.receipts).map { $0 + "\n" }.joined()
    let reading = try Reading(Array(log.utf8))
    #expect(reading.progress.counts.ignored == 2)
    #expect(reading.events.count == 4)
    #expect(reading.progress.format == "csv")
    #expect(reading.progress.isResumable)
  }

  @Test func `behind another header a file cannot be read on from the middle`() throws {
    let log = Self.header + "\n" + Self.receipts[0] + "\nopen_id,opened_at\no1,2026-09-21T14:13:20Z\n"
    let reading = try Reading(Array(log.utf8)) { $0.mappings = { MappingCatalogue.all } }
    #expect(reading.progress.format == "csv-tables")
    #expect(reading.progress.mapping == "analytics-opens, alibaba")
    #expect(!reading.progress.isResumable)
  }

  @Test(arguments: [
    "app_key,m1,sent,1790000000120,d1", "app_key,message_id,sent,1790000000120,d1",
    "token,device_id,a,1790000000120,b",
    "app_key,message_id,event_type,1790000000120,device_id",
  ])
  func `a row of names is a row, as long as it lacks one that its table needs`(row: String) throws {
    let log = Self.header + "\n" + row + "\n" + Self.receipts[0] + "\n"
    let reading = try Reading(Array(log.utf8)) { $0.mappings = { MappingCatalogue.all } }
    #expect(reading.progress.counts.ignored == 1)
    #expect(reading.events.count == 2)
  }
}
