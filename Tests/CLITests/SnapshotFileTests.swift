import Foundation
import SQLite
import TestSupport
import Testing

/// The snapshot's file: whole or not there, and never in anybody's way.
@Suite struct SnapshotFileTests {
  private let program: QueryProgram

  init() throws { program = try QueryProgram() }

  private func export(asOf: String = "2024-09-23", _ words: [String] = []) throws -> QueryProgram.Outcome {
    try program.run(all: ["export", "--sqlite", "push.db", "--as-of", asOf] + words)
  }

  private func moment(_ database: Database) throws -> String? {
    try database.text("SELECT substr(value, 1, 10) FROM meta WHERE key = 'as_of'")
  }

  @Test func `a reader goes on reading the former snapshot, the next one reads the new`() throws {
    #expect(try export().code == 0)
    let path = program.folder.path("push.db")
    let reader = try Database(path: path, mode: .readOnly)
    #expect(try moment(reader) == "2024-09-23")
    #expect(try export(asOf: "2024-09-24").code == 0)
    #expect(try moment(reader) == "2024-09-23")
    #expect(try reader.text("PRAGMA integrity_check") == "ok")
    #expect(try moment(Database(path: path, mode: .readOnly)) == "2024-09-24")
  }

  @Test func `what cannot be written leaves the former snapshot and nothing else`() throws {
    #expect(try export().code == 0)
    let path = program.folder.path("push.db")
    let (before, names) = (FileManager.default.contents(atPath: path), try program.folder.names())
    // A limit on the size of files is what a full disk looks like, and this snapshot is larger than 64 KiB.
    let command = "ulimit -f 64; trap '' XFSZ; exec pushledger export --sqlite push.db --as-of 2024-09-24"
    let run = try ProgramRun(
      ProgramRun.path(of: "bash") ?? "/bin/bash", ["-c", command], in: program.folder.url.path,
      environment: [
        "PATH": ProgramRun.builtPrograms.path + ":/usr/bin:/bin", "HOME": program.folder.url.path,
      ])
    #expect(run.code == 74, "\(run.errorText)")
    #expect(FileManager.default.contents(atPath: path) == before)
    #expect(try program.folder.names() == names)
  }

  @Test(arguments: [["--app-key", "24700001"], ["--since", "2024-09-21", "--until", "2024-09-22"], []])
  func `a window and an AppKey that hold everything change only what meta says`(words: [String]) throws {
    #expect(try export(words).code == 0)
    let database = try Database(path: program.folder.path("push.db"), mode: .readOnly)
    #expect(try database.integer("SELECT sum(sent) FROM daily") == 4)
    #expect(try database.integer("SELECT sum(opened) FROM hourly") == 2)
  }

  @Test(arguments: [["--app-key", "1"], ["--since", "2024-09-22"]])
  func `an AppKey and a window without deliveries leave the sums empty`(words: [String]) throws {
    #expect(try export(words).code == 0)
    let database = try Database(path: program.folder.path("push.db"), mode: .readOnly)
    for table in [
      "daily", "daily_long", "hourly", "campaigns", "networks", "brands", "app_versions", "builds",
      "messages", "flags",
    ] {
      #expect(try database.integer("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
  }

  @Test func `an empty ledger gives every table`() throws {
    try program.folder.write("", to: "empty.jsonl")
    #expect(try program.run("import", "--db", "new.db", "--quiet", "empty.jsonl").code == 0)
    #expect(try export(["--db", "new.db"]).code == 0)
    let database = try Database(path: program.folder.path("push.db"), mode: .readOnly)
    #expect(try database.integer("SELECT count(*) FROM sqlite_schema WHERE type = 'table'") == 19)
  }
}
