import ReceiptModel
import SQLite

/// Builds the pages of the tables of versions' counters, whose rows nobody has written before.
struct VersionSegments: ~Copyable {
  private let rows = RowBatch(columns: RowBatch.cohortColumns)
  private var pairs: VersionPairs
  private var appPages: TableSegment
  private var systemPages: TableSegment
  private var pairPages: TableSegment

  /// - Parameter parts: has the versions that the changes name.
  init(_ build: TableBuild, parts: Database) throws {
    let appPages = try build.segment(of: CohortTable.appVersions.name)
    let systemPages = try build.segment(of: CohortTable.osVersions.name)
    let pairPages = try build.segment(of: CohortTable.versions.name)
    pairs = try VersionPairs(in: parts)
    self.appPages = appPages
    self.systemPages = systemPages
    self.pairPages = pairPages
  }

  /// Adds whole rows of each table, behind those of the call before.
  mutating func append(_ changes: [CohortChange]) throws {
    try Self.append(pairs.changes(changes, of: .appVersions), rows, to: &appPages)
    try Self.append(pairs.changes(changes, of: .osVersions), rows, to: &systemPages)
    try Self.append(pairs.changes(changes, of: .versions), rows, to: &pairPages)
  }

  /// The finished tables.
  consuming func finish() throws -> [LeafPages] {
    [try appPages.finish(), try systemPages.finish(), try pairPages.finish()]
  }

  private static func append(_ changes: [CohortChange], _ rows: RowBatch, to pages: inout TableSegment) throws
  {
    var next = 0
    while next < changes.count {
      _ = rows.fill(changes, from: &next, limit: DeliverySegments.batchRows)
      try pages.append(rows)
    }
  }
}
