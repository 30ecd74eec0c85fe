import ReceiptModel

extension PublicView {
  /// Rows of the view `extension_steps`.
  ///
  /// - Parameter steps: a SELECT of rows of `step`.
  static func extensionSteps(of steps: String) -> String {
    LedgerSQL.statement("views/extension_steps", stepPlaces(of: steps))
  }

  /// Rows of the view `extension_runs`.
  ///
  /// - Parameter steps: a SELECT of rows of `step`, of each delivery all or none.
  static func extensionRuns(of steps: String) -> String {
    LedgerSQL.statement("views/extension_runs", stepPlaces(of: steps))
  }

  /// The parts of the views over steps: their rows, and what leads to the deliveries that they are about.
  static func stepPlaces(of steps: String) -> [String: String] {
    // In this order nothing is read where there is no alias.
    let messages = """
      SELECT DISTINCT s.message_ref FROM (SELECT 1 FROM alias LIMIT 1) AS x CROSS JOIN (\(steps)) AS s
      """
    let links = LinkDefinition.links(of: messages, told: .steps)
    return [
      "rows": steps, "beside": LedgerSQL.statement("definitions/step-deliveries", ["links": links]),
    ]
  }
}
