import Foundation
import Libraries
import Operations
import Prose
import ReceiptModel
import Reporting
import SQLite
import TestSupport
import Testing

/// What an answer's text may take: the limit is on bytes as they are written, whatever the format adds to them.
@Suite struct QueryAnswerTests {
  private let folder: ScratchFolder
  private let gate: QueryGate
  private static let limit = 1 << 20

  init() throws {
    folder = try ScratchFolder()
    try Database(path: folder.path("a.db"), mode: .create).execute("CREATE TABLE t(x)")
    gate = try QueryGate(path: folder.path("a.db"), limits: QueryLimits(output: Self.limit))
  }

  /// What is written before the limit, and whether it was met.
  private func written(_ sql: String, as format: TableFormat) throws -> (text: [UInt8], isStopped: Bool) {
    let answer = QueryAnswer(to: StoredQuery(name: "", sql: sql), parameters: [:], as: format, zone: .utc)
    var text: [UInt8] = []
    do { try answer.write(through: gate) { text += $0 } } catch let failure as Failure {
      #expect(failure.kind == .unavailable)
      #expect(failure.message.told() == "stopped at the output limit of 1 MiB")
      #expect(throws: Failure.self) { try answer.write(through: gate, to: folder.path("rows")) }
      #expect(try !folder.names().contains("rows"))
      return (text, true)
    }
    try answer.write(through: gate, to: folder.path("rows"))
    #expect(try [UInt8](Data(contentsOf: folder.url.appending(path: "rows"))) == text)
    return (text, false)
  }

  @Test(arguments: TableFormat.allCases)
  func `times are for people to read, and numbers for programs`(format: TableFormat) throws {
    let sql = """
      -- When?
      --
      -- Columns:
      --   a_at  [ms UTC] then
      --   b_at  [ms UTC] never
      --   c_ms  [ms] how long
      SELECT 1790028800123 AS a_at, NULL AS b_at, 1790028800123 AS c_ms
      """
    let zone = try #require(ReportZone(fixed: "+08:00"))
    var text = ""
    try QueryAnswer(to: StoredQuery(name: "", sql: sql), parameters: [:], as: format, zone: zone)
      .write(through: gate) { text += String(decoding: $0, as: UTF8.self) }
    let isForPeople = format == .table || format == .markdown
    #expect(text.contains("2026-09-22 06:13:20.123") == isForPeople)
    #expect(text.components(separatedBy: "1790028800123").count == (isForPeople ? 2 : 3))
  }

  @Test(arguments: TableFormat.allCases)
  func `what is printed beside one long value ends at the limit on output`(format: TableFormat) throws {
    // 800 rows beside 4,096 bytes would be padded to 3 MiB.
    let sixteen = String(repeating: "a", count: 16)
    let sql = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 800)
      SELECT iif(i = 5, replace(replace('\(sixteen)', 'a', '\(sixteen)'), 'a', '\(sixteen)'), 'b') AS a, i FROM n
      """
    let (text, isStopped) = try written(sql, as: format)
    #expect(isStopped == [.table, .markdown].contains(format))
    #expect(text.count <= Self.limit)
    // As many rows as have room.
    #expect(text.count > (isStopped ? Self.limit - 3 * 4_200 : 4_096))
  }

  @Test(arguments: [TableFormat.csv, .json, .jsonl])
  func `what a format adds to values counts as output`(format: TableFormat) throws {
    // Names and escapes that are there for each row and cell.
    let name = String(repeating: "n", count: 1_000)
    let sql = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
      SELECT '\u{1}' AS "\(name)" FROM n
      """
    let (text, isStopped) = try written(sql, as: format)
    #expect(isStopped == (format != .csv))
    #expect(text.count <= Self.limit)
  }
}
