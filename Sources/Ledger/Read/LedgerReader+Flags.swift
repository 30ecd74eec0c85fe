package import ReceiptModel
import SQLite

extension LedgerReader {
  /// The flagged deliveries of a scope, by flag, AppKey, message and device.
  ///
  /// A delivery belongs to a window by its cohort time, one without a cohort by its earliest event, and an answer under a
  /// foreign AppKey by the first send of what it answers.
  ///
  /// - Parameter includesSilent: whether `ack_timeout` with detail `silent` is listed, which may be a third of all.
  package func flags(_ scope: CohortScope, includesSilent: Bool) throws -> Pieces<[FlaggedDelivery]> {
    try DeliveryPass.answer(over: self) { try $0.flags(scope, includesSilent: includesSilent) }
  }

  /// How many deliveries have each flag under each AppKey.
  ///
  /// - Throws: as `hourPlan`.
  package func flagCounts(_ scope: CohortScope) throws -> [FlagCount] {
    try DeliveryPass.answer(over: self) { try $0.flagCounts(scope) }
  }

  /// "Now": the newest event that is not after the clock, or `nil` in an empty ledger.
  package func moment() throws -> Instant? {
    try database.integer("SELECT as_of_ms FROM moment").map(Instant.init(milliseconds:))
  }
}
