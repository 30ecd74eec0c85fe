package import ReceiptModel
import SQLite

extension LedgerReader {
  /// The flagged deliveries of a scope, by flag, AppKey, message and device.
  ///
  /// A delivery belongs to a window by its cohort time, one without a cohort by its earliest event, and an answer under a
  /// foreign AppKey by the first send of what it answers.
  ///
  /// - Parameter includesSilent: whether `ack_timeout` with detail `silent` is listed, which may be a third of all.
  package func flags(_ scope: CohortScope, includesSilent: Bool) throws -> [FlaggedDelivery] {
    guard let window = scope.window else { return [] }
    var conditions = ["f.at_ms >= \(window.lowerBound)", "f.at_ms < \(window.upperBound)"]
    if !includesSilent { conditions.append("NOT (f.flag = 'ack_timeout' AND f.detail = 'silent')") }
    let query = PublicView.flagsQuery(
      asOf: scope.asOf, where: conditions.joined(separator: " AND "), messages: messages(withEventsIn: window)
    )
    let rows = try database.prepare("\(query) ORDER BY 1, 2, 3, 4")
    var result: [FlaggedDelivery] = []
    while try rows.step() {
      // A mismatch concerns the sender as much as the key that answered.
      let isMismatch = rows.text(0) == "app_key_mismatch"
      let isOf = scope.appKeys.contains(rows.text(1)) || isMismatch && scope.appKeys.contains(rows.text(5))
      guard scope.appKeys.isEmpty || isOf else { continue }
      result.append(
        FlaggedDelivery(
          flag: rows.text(0), appKey: rows.text(1), messageID: rows.text(2), deviceID: rows.text(3),
          sentAt: rows.optionalInteger(4), detail: rows.optionalText(5)))
    }
    return result
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
