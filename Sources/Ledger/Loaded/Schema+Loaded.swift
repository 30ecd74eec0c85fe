extension Schema {
  /// Runs that answer for hours, and the views of what is counted of the log beside them.
  static var counting: String {
    let counted = LedgerSQL.text(
      "loaded/counted",
      ["counted_deliveries": countedDeliveries, "facts": factQuery(of: "counted_delivery")])
    return LedgerSQL.text("loaded/runs") + "\n" + counted
  }

  /// The SELECT behind `counted_delivery`.
  static let countedDeliveries = LedgerSQL.statement("loaded/counted-deliveries")
}
