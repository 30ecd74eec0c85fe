import Diagnosis
import Ledger
import ReceiptModel

extension LedgerView {
  /// Everything the rules look at.
  ///
  /// - Parameters:
  ///   - scope: the days that are judged.
  ///   - history: these and the days before them, in order.
  func evidence(judging scope: CohortScope, history: [DaySpan]) throws -> Evidence {
    var past = scope
    past.days = history
    return Evidence(
      scope: scope, cells: try store.channelCells(past), history: history,
      versions: try store.versionCells(scope), flags: try store.flagCounts(scope),
      health: try store.health(scope), clock: clock, limits: limits)
  }
}
