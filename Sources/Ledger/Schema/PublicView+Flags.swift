extension PublicView {
  /// Every flag of the deliveries that are counted, as one SELECT; `FlagFinder` finds the same.
  ///
  /// - Parameters:
  ///   - asOf: "now" for the judgement in milliseconds UTC; without one the ledger's own `moment`.
  ///   - condition: on `f`, which has the columns of `flags` and `at_ms`: the time that puts the flag in a window.
  ///     It is that of one of the delivery's events; of an answer under a foreign AppKey, that of the sender's first send.
  ///   - messages: a SELECT of references of messages, which may leave out those that cannot have a flag within
  ///     `condition`; `nil` for all messages.
  static func flagsQuery(
    asOf: Int64?, where condition: String = "true", messages: String? = nil
  ) -> String {
    LedgerSQL.statement(
      "definitions/flagged-deliveries",
      [
        "flags": flags(moment: asOf.map(String.init) ?? "(SELECT as_of_ms FROM moment)", messages),
        "condition": condition,
      ])
  }

  /// How many deliveries have each flag in hours of which only sums are there: flag, AppKey, detail, number.
  ///
  /// - Parameters:
  ///   - window: milliseconds UTC; of such hours it has to have all or nothing.
  ///   - settledUntil: deliveries sent later have no timeout yet.
  static func summedFlagsQuery(in window: Range<Int64>, settledUntil: Int64) -> String {
    LedgerSQL.statement(
      "definitions/flag-hours",
      [
        "first_hour": "\((window.lowerBound + 3_599_999) / 3_600_000)",
        "end_hour": "\(window.upperBound / 3_600_000)",
        "settled_hour": "\(RollupKey.hour(of: max(0, settledUntil)))",
      ])
  }

  /// The AppKey that sent what `x` answers; of several the smallest.
  static let firstSender = LedgerSQL.statement("definitions/first-sender")

  private static func flags(moment: String, _ messages: String?) -> String {
    func isNear(_ column: String) -> String { messages.map { "\(column) IN (\($0))" } ?? "true" }
    return LedgerSQL.statement(
      "definitions/flags",
      [
        "moment": moment, "first_sender": firstSender, "x_is_near": isNear("x.message_ref"),
        "m_is_near": isNear("m.ref"), "l_is_near": isNear("l.message_ref"), "is_near": isNear("message_ref"),
      ])
  }
}
