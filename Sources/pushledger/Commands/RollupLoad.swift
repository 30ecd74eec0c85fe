import CommandLineKit
import ConfigurationReading
import Files
import Glibc
import Ledger
import Loading
import ReceiptModel

/// Takes folders of sums into the ledger, each as a whole or not at all.
struct RollupLoad {
  let session: Session
  /// Lines that may be missing from the sums.
  let mostRejects: RejectLimit
  let talk: LoadMessages

  /// Loads folders one after the other and tells what was loaded; a refusal ends it, and what went in before stays.
  ///
  /// The first is judged before the ledger is opened, so that a folder that is none makes no ledger.
  ///
  /// - Parameter seconds: how long to wait for another command.
  /// - Throws: `LoadRefusal`, `SQLiteError`, `LedgerError`.
  func load(_ paths: [String], waiting seconds: Int) throws {
    guard let first = paths.first else { return }
    let judged = try judge(first)
    try session.withWritableLedger(waiting: seconds) { store in
      var loads: [LoadMessages.Load] = []
      // What went in before a refusal is in the ledger, so it is told.
      defer { try? talk.tell(loads) }
      for (index, path) in paths.enumerated() where !Interrupt.isRequested {
        let (run, days) = index == 0 ? judged : try judge(path)
        let outcome = try store.load(run, days: days, settings: settings, from: path)
        let settledAt = run.manifest.scope.upperBound + settings.settle
        loads.append(LoadMessages.Load(run: run, days: days, outcome: outcome, settledAt: settledAt))
      }
    }
  }

  /// Reads a folder and judges what can be judged without the ledger.
  private func judge(_ path: String) throws -> (LoadedSums, [DaySpan]) {
    let run = try SumsFolder(path: path).read()
    let rules = LoadRules(settings: settings, zone: session.zone, mostRejects: mostRejects)
    let days = try rules.days(of: run.manifest, from: path)
    try rules.refuseDaysToCome(run.manifest.scope, clock: Session.clock, from: path)
    return (run, days)
  }

  private var settings: LedgerSettings { session.configuration.ledgerSettings }
}

extension Session {
  /// Calls `body` with the ledger, made when there is none, while no other command writes to it.
  ///
  /// One that was made for a load that was refused goes again.
  ///
  /// - Parameter seconds: how long to wait for another command.
  func withWritableLedger(waiting seconds: Int, _ body: (LedgerWriter) throws -> Void) throws {
    let lock = try StoreLock(for: databasePath, waiting: seconds) { Interrupt.isRequested }
    try LedgerReader.removeRemains(databasePath)
    // Nobody but the holder of the lock makes one.
    let isNew = !FileCall.access(databasePath, F_OK)
    let store = try LedgerWriter.openForWriting(databasePath) { Interrupt.isRequested }
    do { try body(store) } catch {
      if isNew, (try? store.hasLoads) == false { try? store.remove() }
      throw error
    }
    _ = consume lock
  }
}
