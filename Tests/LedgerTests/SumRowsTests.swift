import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// The sums of hours that are read out of pages are those that SQLite selects.
struct SumRowsTests {
  @Test(arguments: seeds(0..<4 as Range<UInt64>))
  func `rows of some hours have the columns that are asked for`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let store = try LinkedLedger.write([[RandomLinks(600, seed: seed, casts: 4).lines]], folder.path("l.db"))
    let tables = CohortTable.allCases.map {
      ($0.name, ["app_ref", $0.part] + Count.allCases.map(\.name))
    }
    let divided = ["app_ref", "channel_ref", "count"]
    for (table, known) in tables + [("latency_hour", divided), ("failure_hour", divided)] {
      let hours = try (
        first: store.database.integer("SELECT min(hour) FROM \(table)") ?? 0,
        last: store.database.integer("SELECT max(hour) FROM \(table)") ?? 0
      )
      #expect(table == "failure_hour" || hours.first > 0)
      for _ in 0..<20 {
        let columns =
          ["hour"] + known.shuffled(using: &random).prefix(.random(in: 0...known.count, using: &random))
        let ends = (0..<2).map { _ in Int64.random(in: hours.first - 1...hours.last + 1, using: &random) }
        let wanted = min(ends[0], ends[1])...max(ends[0], ends[1])

        var found: [[Int64]] = []
        var rows = try SumRows(of: table, columns: columns, in: store.database)
        try rows.forEach(in: wanted) { row in found.append(row.indices.map { row[$0] }) }
        #expect(try found == Self.selected(columns, table, wanted, in: store.database))
      }
    }
  }

  private static func selected(
    _ columns: [String], _ table: String, _ hours: ClosedRange<Int64>, in database: Database
  ) throws -> [[Int64]] {
    let rows = try SumRows.select(columns, of: table, in: database)
    rows.bind(hours.lowerBound, at: 1)
    rows.bind(hours.upperBound, at: 2)
    var found: [[Int64]] = []
    while try rows.step() { found.append(columns.indices.map { rows.integer($0) }) }
    return found
  }
}
