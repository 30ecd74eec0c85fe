import CommandLineKit
import Ledger
import Loading

/// Takes folders of sums into the ledger, each as a whole or not at all.
struct RollupLoad {
  let session: Session
  /// Lines that may be missing from the sums.
  let mostRejects: RejectLimit
  let talk: LoadTalk

  /// Loads folders one after the other and tells what was loaded; a refusal ends it, and what went in before stays.
  ///
  /// - Throws: `LoadRefusal`, `SQLiteError`, `LedgerError`.
  func load(_ paths: [String], into store: LedgerStore) throws {
    let settings = session.configuration.ledgerSettings
    let rules = LoadRules(settings: settings, zone: session.zone, mostRejects: mostRejects)
    var loads: [LoadTalk.Load] = []
    // What went in before a refusal is in the ledger, so it is told.
    defer { try? talk.tell(loads) }
    for path in paths where !Interrupt.isRequested {
      let run = try RunFolder(path: path).read()
      let days = try rules.days(of: run.manifest, from: path)
      let outcome = try store.load(run, days: days, settings: settings, from: path)
      loads.append(LoadTalk.Load(run: run, days: days, outcome: outcome))
    }
  }
}

extension Session {
  /// Calls `body` with the ledger, made when there is none, while no other command writes to it.
  ///
  /// - Parameter seconds: how long to wait for another command.
  func withWritableLedger(waiting seconds: Int, _ body: (LedgerStore) throws -> Void) throws {
    let lock = try StoreLock(for: databasePath, waiting: seconds) { Interrupt.isRequested }
    try LedgerStore.removeRemains(databasePath)
    try body(try LedgerStore.openForWriting(databasePath))
    _ = consume lock
  }
}
