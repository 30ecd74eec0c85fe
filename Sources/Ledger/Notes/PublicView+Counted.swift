extension PublicView {
  /// Rows of the view `totals`.
  ///
  /// - Parameter messages: a SELECT of the references of messages; those without a count give no row.
  static func totals(of messages: String) -> String {
    LedgerSQL.statement("views/totals", countedPlaces(of: messages))
  }

  /// Rows of the view `tallies`.
  ///
  /// - Parameter messages: as with `totals(of:)`.
  static func tallies(of messages: String) -> String {
    LedgerSQL.statement("views/tallies", countedPlaces(of: messages))
  }

  /// The parts of the views of what others count beside the ledger.
  static func countedPlaces(of messages: String) -> [String: String] {
    [
      "messages": messages, "held": LedgerSQL.statement("definitions/held-messages"),
      "sender": LedgerSQL.statement("definitions/senders"),
      "named": LedgerSQL.statement("definitions/named-deliveries"),
    ]
  }
}
