import ReferenceLedger
import Testing

@Suite struct `Comparing with the reference` {
  private let table = ReferenceLedger([
    event("sent", device: "1"), event("ext_ack", 10_000, device: "1"), event("sent", device: "2", app: "b"),
  ]).daily(asOf: noon)

  /// The rows with one cell of the first row changed.
  private func changed(_ column: String, _ cell: String) throws -> [[String]] {
    var rows = table.rows
    rows[0][try #require(table.header.firstIndex(of: column))] = cell
    return rows
  }

  @Test func `finds nothing in the same rows`() {
    #expect(table.differences(from: table.header, rows: table.rows).isEmpty)
  }

  @Test func `names the row and the column of a wrong cell`() throws {
    #expect(
      table.differences(from: table.header, rows: try changed("sent", "2"))
        == ["row 2026-03-10 | a | : sent is '2', not '1'"])
  }

  @Test func `lets a percentile be one in a hundred off`() throws {
    #expect(table.differences(from: table.header, rows: try changed("ack_p50_ms", "10100")).isEmpty)
    #expect(table.differences(from: table.header, rows: try changed("ack_p50_ms", "10101")).count == 1)
    #expect(table.differences(from: table.header, rows: try changed("ack_p50_ms", "")).count == 1)
  }

  @Test func `finds missing, added and misplaced rows and columns`() {
    #expect(
      table.differences(from: table.header, rows: Array(table.rows.dropLast())) == [
        "row 2026-03-10 | b |  is missing"
      ])
    #expect(
      table.differences(from: table.header, rows: table.rows.reversed()) == [
        "the rows are repeated or out of order"
      ])
    #expect(table.differences(from: table.header, rows: table.rows + table.rows).count == 1)
    #expect(table.differences(from: table.header + ["more"], rows: table.rows).count == 1)
    #expect(table.differences(from: ["day"], rows: []).count == 1)
  }

  @Test func `rounds a share half up`() {
    let events = (1...128).map { event("sent", device: "\($0)") } + [event("opened", device: "1")]
    #expect(ReferenceLedger(events).daily(asOf: noon).records[0]["open_rate_sent"] == "0.007813")
  }
}
