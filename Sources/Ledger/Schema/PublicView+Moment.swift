extension PublicView {
  /// The SELECT of the view `moment` by another clock.
  ///
  /// - Parameter clock: the present in milliseconds UTC, as SQL.
  static func momentQuery(clock: String) -> String {
    LedgerSQL.statement("views/moment", momentPlaces(clock: clock))
  }

  static func momentPlaces(
    clock: String = "cast((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
  ) -> [String: String] {
    [
      "clock": clock,
      "near": MessageFilter.messages(from: "(SELECT hour FROM cut)", through: "(SELECT hour FROM cut)"),
    ]
  }
}
