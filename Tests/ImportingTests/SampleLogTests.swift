import Foundation
import Ledger
import ReceiptModel
import Reporting
import TestSupport
import Testing

/// The sample scenario, which is there in every export shape: the numbers its description gives.
@Suite(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.skipped)))
struct SampleLogTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static let shapes = Samples.files(of: "synthetic").filter {
    $0.lastPathComponent.hasPrefix("alibaba-receipt.") && !$0.lastPathComponent.contains("variants")
  }

  private func rows(_ store: LedgerReader, _ sql: String) throws -> [[String]] {
    try store.table(sql).rows.map { $0.map(\.plain) }
  }

  @Test(arguments: shapes) func `the scenario gives its numbers in each shape`(file: URL) throws {
    let store = try folder.ledger(importing: [file.path])
    #expect(try store.verify() == [])
    #expect(try store.status().events == 22)
    let daily = try rows(
      store,
      """
      SELECT channel, count(sent_at), count(send_failed_at), count(arrived_at), count(arrive_failed_at), count(acked_at),
        count(opened_at), count(dismissed_at), sum(opened_at IS NOT NULL AND acked_at IS NULL)
      FROM deliveries WHERE app_key = '333526247' AND message_id = '10913718868641234' GROUP BY 1 ORDER BY 1
      """)
    #expect(
      daily == [
        ["apns", "5", "1", "5", "0", "3", "2", "1", "1"], ["huawei", "1", "0", "0", "1", "0", "0", "0", "0"],
      ])
    #expect(
      try rows(
        store,
        "SELECT ack_latency_ms FROM deliveries WHERE sent_at IS NOT NULL AND acked_at IS NOT NULL ORDER BY 1")
        == [["1720"], ["8820"], ["14880"]])
    #expect(
      try rows(
        store, "SELECT reason_code, reason_text FROM deliveries WHERE reason_text IS NOT NULL ORDER BY 2")
        == [["", "BadDeviceToken"], ["6", "notify disabled"]])
    #expect(
      try rows(store, "SELECT flag, app_key, detail FROM flags WHERE flag <> 'ack_timeout' ORDER BY 1")
        == [
          ["ack_retried", "333526247", "6010"], ["app_key_mismatch", "333526248", "333526247"],
          ["app_key_unknown", "333526248", ""],
        ])
  }

  @Test(arguments: shapes) func `an ack of a message without a send is unmatched`(file: URL) throws {
    let store = try folder.ledger(importing: [file.path])
    #expect(
      try rows(
        store, "SELECT count(*), count(acked_at), count(sent_at) FROM deliveries WHERE message_id = '510427'")
        == [["1", "1", "0"]])
    #expect(try rows(store, "SELECT flag FROM flags WHERE message_id = '510427'") == [])
  }

  @Test func `all shapes together are the same as each alone`() throws {
    let contents = try Self.shapes.enumerated().map { index, file in
      try LedgerContent(of: try folder.ledger("\(index).db", importing: [file.path]))
    }
    let together = try LedgerContent(of: try folder.ledger("all.db", importing: Self.shapes.map(\.path)))
    #expect(Self.shapes.count == 5)
    for content in contents { #expect(content.differences(from: together) == []) }
  }

  @Test func `one instant in six spellings is two events of one delivery`() throws {
    let path = try #require(Samples.folder).appending(
      path: "synthetic/alibaba-receipt.event-time-variants.jsonl"
    ).path
    let store = try folder.ledger(importing: [path])
    let status = try store.status()
    #expect(status.deliveries == 1)
    #expect(status.events == 2)
    #expect(status.counts.lines == 6)
    #expect(status.counts.rejected == 0)
    #expect(
      try rows(store, "SELECT kind, at_ms FROM events ORDER BY at_ms")
        == [["sent", "1790000000000"], ["sent", "1790000000120"]])
  }
}
