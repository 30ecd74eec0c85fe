import Assets
import Foundation
import Reporting
import SQLite
import Testing

@testable import Snapshot

struct DatasetteMetadataTests {
  private let snapshot: Snapshot

  init() throws { snapshot = try Snapshot(SnapshotSample.content()) }

  private func database() throws -> [String: Any] {
    let json = DatasetteMetadata(snapshot, databaseName: "push \"x\"").json
    let metadata = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    let databases = try #require(metadata["databases"] as? [String: [String: Any]])
    return try #require(databases["push \"x\""])
  }

  @Test func `every table and column is described, and no other`() throws {
    let tables = try #require(database()["tables"] as? [String: [String: Any]])
    #expect(Set(tables.keys) == Set(snapshot.tables.map(\.name)))
    for table in snapshot.tables {
      let columns = try #require(tables[table.name]?["columns"] as? [String: String])
      #expect(Set(columns.keys) == Set(table.dataSet.columns.map(\.name)), "\(table.name)")
      #expect(columns.values.allSatisfy { !$0.isEmpty })
      let names = table.dataSet.columns.map(\.name)
      #expect(table.facets.allSatisfy(names.contains), "\(table.name)")
      #expect(table.newestBy.map(names.contains) ?? true, "\(table.name)")
    }
  }

  @Test(arguments: DashboardQuery.all)
  func `each question has a complete header and runs on a snapshot`(query: DashboardQuery) throws {
    let queries = try #require(database()["queries"] as? [String: [String: Any]])
    #expect(queries[query.name]?["sql"] as? String == query.statement)
    let header = QueryHeader(of: query.text)
    #expect(header.problems == [])
    let (folder, path) = try SnapshotSample.written(SnapshotSample.content())
    defer { withExtendedLifetime(folder) {} }
    let statement = try Database(path: path, mode: .readOnly).prepare(query.statement)
    #expect((0..<statement.columnCount).map { statement.columnName($0) } == header.columns.map(\.name))
    #expect(Set(statement.parameterNames) == Set(header.parameterNames.map { ":\($0)" }))
    var rows: [Int] = []
    for isEmpty in [false, true] {
      statement.reset()
      for name in header.parameterNames {
        let index = try #require(statement.parameter(":\(name)"))
        // 1 instead of nothing, since the sample is smaller than what is judged in earnest.
        if name == "least" {
          statement.bind("1", at: index)
        } else if isEmpty {
          statement.bind("", at: index)
        }
      }
      rows.append(0)
      while try statement.step() { rows[rows.count - 1] += 1 }
    }
    #expect(rows[0] == rows[1])
    #expect(rows[0] > 0)
  }
}
