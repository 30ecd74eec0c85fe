import Ledger
package import Publishing

extension Session {
  /// Keeps what a view judged, where nobody else is at work in the ledger and this user may write to it.
  ///
  /// The view is of no use afterwards: its snapshot would keep the writer out.
  ///
  /// - Returns: whether the ledger has it now.
  @discardableResult package func keepJudgement(of view: LedgerView, holdingLock: Bool = false) throws -> Bool
  {
    let judgements = try view.judgementsToKeep()
    guard !judgements.isEmpty else { return true }
    do {
      try view.store.endSnapshot()
      // One short transaction needs no lock, by which it would refuse another command; and it waits for nobody.
      let writer =
        try holdingLock
        ? openForWriting() : LedgerWriter.openForWriting(databasePath, shouldStop: { true })
      // Whoever wrote meanwhile has made it a judgement of another ledger.
      return try writer.keep(judgements) { try !view.store.wasChangedSinceSnapshot() }
    } catch  where !holdingLock {
      // It is only kept to save work: nothing that was asked for depends on it.
      return false
    }
  }

  /// Brings the view `findings` up to date.
  ///
  /// - Returns: whether it is now.
  package func renewFindings() throws -> Bool {
    let store = try openLedger()
    let view = try view(WindowOptions(), of: store)
    guard try !view.isKept() else { return true }
    _ = try view.judged()
    return try keepJudgement(of: view)
  }
}
