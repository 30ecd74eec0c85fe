import ConfigurationReading
import Ledger
package import Loading
import ReceiptModel

/// Takes folders of sums into the ledger, each as a whole or not at all.
package struct RollupLoad {
  private let session: Session
  /// Lines that may be missing from the sums.
  private let mostRejects: RejectLimit

  package init(in session: Session, mostRejects: RejectLimit) {
    self.session = session
    self.mostRejects = mostRejects
  }

  /// Refuses what the load of a rollup's sums would be refused for, as far as the ledger tells before they are computed.
  ///
  /// Where it holds pseudonyms or is to, no device is named in the sums.
  ///
  /// - Parameter output: where the sums will be.
  /// - Throws: `LoadRefusal`, `LoadedSumsError`, `LedgerError`, `SQLiteError`.
  package func prepare(_ rollup: inout Rollup, output: String) throws {
    try rules.refuseDaysToCome(rollup.scope, clock: Session.clock, from: output)
    let ledger = try LedgerReader.openToBeLoaded(session.databasePath)
    try ledger?.refuseLoad(of: rollup.scope, settings: settings, from: output)
    let holdsPseudonyms = try ledger?.pseudonymMark() != nil
    if holdsPseudonyms || session.configuration.pseudonymKeyFile != nil { rollup.leaveOutSamples() }
  }

  /// Loads folders one after the other; a refusal ends it, and what went in before stays.
  ///
  /// The first is judged before the ledger is opened, so that a folder that is none makes no ledger.
  ///
  /// - Parameters:
  ///   - seconds: how long to wait for another command.
  ///   - tell: called once with what went in, before a refusal is thrown.
  /// - Throws: `LoadRefusal`, `LoadedSumsError`, `LedgerError`, `SQLiteError`.
  package func load(
    _ paths: [String], waiting seconds: Int, tell: ([CompletedLoad]) throws -> Void
  ) throws {
    guard let first = paths.first else { return }
    let judged = try judge(first)
    try session.withWritableLedger(waiting: seconds) { store in
      var loads: [CompletedLoad] = []
      // What went in before a refusal is in the ledger, so it is told.
      defer { try? tell(loads) }
      for (index, path) in paths.enumerated() where !session.interruption.isRequested() {
        let (sums, days) = index == 0 ? judged : try judge(path)
        let outcome = try store.load(sums, days: days, settings: settings, from: path)
        loads.append(CompletedLoad(sums, days: days, outcome: outcome, settings: settings))
      }
    }
  }

  /// Reads a folder and judges what can be judged without the ledger.
  private func judge(_ path: String) throws -> (LoadedSums, [DaySpan]) {
    let sums = try SumsFolder(path: path).read()
    let days = try rules.days(of: sums.manifest, from: path)
    try rules.refuseDaysToCome(sums.manifest.scope, clock: Session.clock, from: path)
    return (sums, days)
  }

  private var rules: LoadRules {
    LoadRules(settings: settings, zone: session.zone, mostRejects: mostRejects)
  }

  private var settings: LedgerSettings { session.configuration.ledgerSettings }
}
