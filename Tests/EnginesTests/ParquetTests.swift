import Foundation
import Prose
import ReceiptModel
import TestSupport
import Testing

@testable import Engines

/// Tables as Parquet by DuckDB: the real one, and one that fails.
@Suite struct ParquetTests {
  private static let table: ParquetTable = {
    var table = ParquetTable(
      "t",
      columns: [
        ResultColumn("id", .identifier), ResultColumn("sent_at", .integer, unit: "ms UTC"),
        ResultColumn("sent_ms", .integer, unit: "ms UTC"), ResultColumn("is_late", .integer, unit: "0/1"),
        ResultColumn("rate", .real), ResultColumn("seen", .time), ResultColumn("day", .date),
      ], day: "day")
    table.metadata = [("time_zone", "it's \"here\"")]
    return table
  }()

  private static let header = "id,sent_at,sent_ms,is_late,rate,seen,day\n"

  private func write(_ rows: String, into path: String, environment: [String: String]) throws {
    var folder = try ParquetFolder(path, environment: environment, shouldStop: { false })
    try folder.write(Self.table) { write in
      for byte in Array((Self.header + rows).utf8) { try write([byte]) }
    }
    try folder.publish()
  }

  @Test(.enabled(if: RealDuckDB.folder != nil, Comment(rawValue: RealDuckDB.skipped)))
  func `every value comes back with its type, and each day has a folder`() throws {
    let scratch = try ScratchFolder()
    let rows = """
      "a,""b""\nü",1790000000123,1790000000123,1,0.25,2026-09-21T10:00:00.500+08:00,2026-09-21
      "",,,,,,
      "0012",1,,0,-1.5,,2026-09-22

      """
    try write(rows, into: scratch.path("columns"), environment: RealDuckDB.environment)
    #expect(
      try scratch.names(in: "columns/t") == [
        "day=2026-09-21", "day=2026-09-22", "day=__HIVE_DEFAULT_PARTITION__",
      ])
    #expect(try scratch.names(in: "columns") == ["t"])
    let answer = try ProgramAnswer.of(
      "\(RealDuckDB.folder ?? "")/duckdb",
      [
        "-csv", "-noheader", "-c",
        """
        SELECT replace(id, chr(10), '|'), epoch_ms(sent_at), typeof(sent_at), sent_ms, is_late, rate, epoch_ms(seen), day
        FROM read_parquet('\(scratch.path("columns"))/t/*/*.parquet', hive_partitioning = true)
        ORDER BY id NULLS FIRST
        """,
      ], environment: RealDuckDB.environment)
    #expect(
      answer?.split(separator: "\n") == [
        ",NULL,TIMESTAMP WITH TIME ZONE,NULL,NULL,NULL,NULL,NULL",
        "0012,1,TIMESTAMP WITH TIME ZONE,NULL,false,-1.5,NULL,2026-09-22",
        #""a,""b""|ü",1790000000123,TIMESTAMP WITH TIME ZONE,1790000000123,true,0.25,1789956000500,2026-09-21"#,
      ])
  }

  @Test func `DuckDB that ends early says why, and nothing is left`() throws {
    let duckDB = try FakeDuckDB(script: "echo 'Out of Memory Error: no room' >&2; exit 1")
    let path = duckDB.scratch.path("columns")
    // More than a pipe holds, so that the writer finds nobody reading.
    let rows = String(repeating: "\"a\",,,,,,\n", count: 20_000)
    let error = #expect(throws: EngineError.self) {
      try Self.withoutPipeSignal { try write(rows, into: path, environment: duckDB.environment) }
    }
    #expect(error?.message.told().contains("ran out of memory") == true)
    #expect(try !duckDB.scratch.names().contains { $0.hasPrefix("columns") })
  }

  @Test func `rows that fail halfway leave nothing, and DuckDB does not take them for all`() throws {
    struct Broken: Error {}
    let duckDB = try FakeDuckDB(script: "cat > /dev/null; echo done > \"$FAKE_DUCKDB/ended\"")
    #expect(throws: Broken.self) {
      let folder = try ParquetFolder(
        duckDB.scratch.path("columns"), environment: duckDB.environment, shouldStop: { false })
      try folder.write(Self.table) { write in
        try write(Array(Self.header.utf8))
        throw Broken()
      }
    }
    let names = try duckDB.scratch.names() + duckDB.scratch.names(in: "duck")
    #expect(!names.contains("ended") && !names.contains { $0.hasPrefix("columns") })
  }

  @Test func `an interrupt between two pieces ends DuckDB and leaves nothing`() throws {
    let duckDB = try FakeDuckDB(script: "cat > /dev/null; echo done > \"$FAKE_DUCKDB/ended\"")
    let error = #expect(throws: EngineError.self) {
      let folder = try ParquetFolder(
        duckDB.scratch.path("columns"), environment: duckDB.environment, shouldStop: { true })
      try folder.write(Self.table) { write in try write(Array(Self.header.utf8)) }
    }
    #expect(error?.kind == .interrupted)
    let names = try duckDB.scratch.names() + duckDB.scratch.names(in: "duck")
    #expect(!names.contains("ended") && !names.contains { $0.hasPrefix("columns") })
  }

  /// Calls `body` while this thread gets no SIGPIPE; the program ignores it everywhere, which children would inherit.
  private static func withoutPipeSignal<Result>(_ body: () throws -> Result) rethrows -> Result {
    var (pipe, before, none) = (sigset_t(), sigset_t(), timespec())
    _ = unsafe sigemptyset(&pipe)
    _ = unsafe sigaddset(&pipe, SIGPIPE)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before)
    defer {
      while unsafe sigtimedwait(&pipe, nil, &none) == SIGPIPE {}
      _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try body()
  }
}
