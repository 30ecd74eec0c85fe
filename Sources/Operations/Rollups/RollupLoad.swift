import ConfigurationReading
package import Ledger
package import Loading
package import ReceiptModel

/// Takes folders of sums into the ledger, each as a whole or not at all.
package struct RollupLoad {
  private let session: Session
  /// Lines that may be missing from the sums.
  private let mostRejects: RejectLimit

  package init(in session: Session, mostRejects: RejectLimit) {
    self.session = session
    self.mostRejects = mostRejects
  }

  /// Loads folders one after the other; a refusal ends it, and what went in before stays.
  ///
  /// The first is judged before the ledger is opened, so that a folder that is none makes no ledger.
  ///
  /// - Parameters:
  ///   - seconds: how long to wait for another command.
  ///   - tell: called once with what went in, before a refusal is thrown.
  /// - Throws: `LoadRefusal`, `SQLiteError`, `LedgerError`.
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
        let settledAt = sums.manifest.scope.upperBound + settings.settle
        loads.append(CompletedLoad(sums: sums, days: days, outcome: outcome, settledAt: settledAt))
      }
    }
  }

  /// Reads a folder and judges what can be judged without the ledger.
  private func judge(_ path: String) throws -> (LoadedSums, [DaySpan]) {
    let sums = try SumsFolder(path: path).read()
    let rules = LoadRules(settings: settings, zone: session.zone, mostRejects: mostRejects)
    let days = try rules.days(of: sums.manifest, from: path)
    try rules.refuseDaysToCome(sums.manifest.scope, clock: Session.clock, from: path)
    return (sums, days)
  }

  private var settings: LedgerSettings { session.configuration.ledgerSettings }
}

/// Sums of an engine that are in the ledger now.
package struct CompletedLoad {
  let sums: LoadedSums
  package let days: [DaySpan]
  package let outcome: LoadOutcome
  /// When receipts of the last pushes had come in, milliseconds UTC.
  package let settledAt: Int64

  package var manifest: LoadedManifest { sums.manifest }

  /// The newest event that was read, where receipts of these days may have come after it.
  package var cutAt: Instant? {
    manifest.newest.flatMap { $0 < settledAt ? Instant(milliseconds: $0) : nil }
  }

  /// Refused lines by the name of the reason.
  package var reasons: [(name: String, lines: Int64)] {
    (sums.rows[.rejectedReason] ?? []).compactMap { row in
      guard case .text(let name) = row[0], case .integer(let lines) = row[1] else { return nil }
      return (name, lines)
    }
  }
}
