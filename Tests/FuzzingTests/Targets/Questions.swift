import Foundation
import Ledger
import ReceiptModel
import SQLite
import Synchronization
import TestSupport

extension FuzzTarget {
  /// A question to a ledger, through the gate: it is answered or refused, and nothing of the ledger changes.
  static let query = FuzzTarget(name: "query", longest: 1024) { input in
    let ledger = try AskedLedger.shared.get()
    try ledger.ask(String(decoding: input, as: UTF8.self))
    try ledger.makeSureOfIt()
  }
}

/// A ledger that questions are put to, all through one gate, and how its file was before the first of them.
private final class AskedLedger: Sendable {
  private let folder: ScratchFolder
  private let path: String
  private let bytes: Data
  private let gate: Mutex<QueryGate>

  private static let limits = QueryLimits(
    time: .milliseconds(300), grace: .seconds(60), rows: 100, output: 1 << 20)

  static let shared = Result { try AskedLedger() }

  private init() throws {
    folder = try ScratchFolder()
    path = folder.path("asked.db")
    _ = try LedgerWriter.openForWriting(path)
    bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    gate = Mutex(try QueryGate(path: path, limits: Self.limits))
  }

  func ask(_ question: String) throws {
    do {
      let table = try gate.withLock { try $0.run(question) }
      try promise(
        table.rows.allSatisfy { $0.count == table.columns.count }, "a row has another number of cells")
      try promise(table.rows.count <= Self.limits.rows, "there are more rows than the limit")
    } catch is QueryFailure {
      // Refused, or stopped at a limit.
    } catch let error as SQLiteError {
      throw BrokenPromise(description: "the store itself is said to be in trouble: \(error)")
    }
  }

  func makeSureOfIt() throws {
    try promise(folder.names(), equals: ["asked.db"], "there is another file")
    let now = try Data(contentsOf: URL(fileURLWithPath: path))
    try promise(now == bytes, "the ledger's bytes have changed")
  }
}
