extension Schema {
  /// Runs that answer for hours, and the views of what is counted of the log beside them.
  static var counting: String {
    let counted = LedgerSQL.text(
      "loaded/counted",
      [
        "counted_deliveries": countedDeliveries, "is_counted": isCounted("r.at_ms"),
        "facts": factQuery(of: "counted_delivery"),
      ])
    return LedgerSQL.text("loaded/runs") + "\n" + counted
  }

  /// The SELECT behind `counted_delivery`.
  static let countedDeliveries = """
    SELECT * FROM delivery AS d
    WHERE \(isCounted("d.base_ms + coalesce(d.sent, d.send_failed, d.accepted, 0)"))
    """

  /// Whether the ledger counts the log at a moment, as SQL: 1 or 0, and 1 for NULL.
  ///
  /// It does not in the hours of a loaded run, whose sums stand in place of what was imported there.
  ///
  /// - Parameter moment: milliseconds UTC, as SQL.
  /// - Complexity: a seek, since runs share no hour; without any run nothing.
  static func isCounted(_ moment: String) -> String {
    """
    (NOT (EXISTS (SELECT 1 FROM loaded_run) AND coalesce(\(moment), -1) < coalesce((SELECT l.end_ms FROM loaded_run AS l
      WHERE l.start_ms <= \(moment) ORDER BY l.start_ms DESC LIMIT 1), -1)))
    """
  }

  /// The same of the hour in the column `hour`.
  static let isCountedHour = isCounted("hour * 3600000")
}
