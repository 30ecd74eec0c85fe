import Assets
import Foundation
import Ledger
import ReceiptModel
import SQLite
import TestSupport
import Testing

private let shellProgram = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3", "/bin/sqlite3"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

/// The stored queries in SQLite's own shell, with nothing of this program around them.
@Suite(.enabled(if: shellProgram != nil, "there is no sqlite3 program on this machine"))
struct StoredQueryShellTests {
  /// Rows as the shell quotes them: texts in single quotes, numbers plain, NULL.
  private func shell(_ file: String, _ ledger: StoredQueryLedger) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: try #require(shellProgram))
    process.arguments = ["-batch", "-bail", "-readonly", "-quote", ledger.path, ".read \(file)"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let problem = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(problem.isEmpty)
    #expect(process.terminationStatus == 0)
    return text
  }

  /// The gate's rows as SQLite spells them, so that both sides come from the same hand.
  private func quoted(_ rows: [[Cell]], _ store: LedgerReader) throws -> String {
    // The shell prints twenty digits of a real number.
    let spelling = "SELECT CASE typeof(?1) WHEN 'real' THEN printf('%!.20g', ?1) ELSE quote(?1) END"
    let statement = try store.database.prepare(spelling)
    return try rows.map { row in
      try row.map { cell in
        statement.reset()
        switch cell {
        case .null: statement.bindNull(at: 1)
        case .integer(let value): statement.bind(value, at: 1)
        case .real(let value): statement.bind(value, at: 1)
        case .text(let value): statement.bind(value, at: 1)
        case .blob(let value): statement.bind(blob: value, at: 1)
        }
        _ = try statement.step()
        return statement.text(0)
      }.joined(separator: ",") + "\n"
    }.joined()
  }

  @Test(arguments: NamedQuery.all)
  func `the shell and the gate give the same rows`(query: NamedQuery) throws {
    let ledger = try StoredQueryLedger.withOthers()
    let file = try ledger.folder.write(query.text, to: "query.sql")
    let rows = try ledger.answer(query.text).rows
    #expect(!rows.isEmpty)
    #expect(try shell(file, ledger) == quoted(rows, ledger.store))
  }
}
