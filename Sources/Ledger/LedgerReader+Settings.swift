import SQLite

extension LedgerReader {
  /// The settings the rollups were computed with.
  func settings() throws -> LedgerSettings {
    var settings = LedgerSettings()
    settings.settle = try value("settle_ms") ?? settings.settle
    settings.ackTimeout = try value("ack_timeout_ms") ?? settings.ackTimeout
    settings.ackBudget = try value("ack_budget_ms") ?? settings.ackBudget
    settings.appKeys = try names("SELECT app_key FROM app WHERE is_configured ORDER BY app_key")
    settings.gatewayArrivals = Set(
      try names("SELECT substr(name, 9) FROM setting WHERE name LIKE 'gateway:%'"))
    settings.unmeasurable = Set(
      try names("SELECT substr(name, 14) FROM setting WHERE name LIKE 'unmeasurable:%'"))
    settings.withoutReceipts = Set(
      try names("SELECT substr(name, 18) FROM setting WHERE name LIKE 'without-receipts:%'"))
    return settings
  }

  /// Whether the ledger was last written with these settings.
  package func agrees(with settings: LedgerSettings) throws -> Bool {
    var wanted = settings
    wanted.appKeys = Array(Set(settings.appKeys)).sorted()
    return try self.settings() == wanted
  }

  private func value(_ name: String) throws -> Int64? {
    try database.integer("SELECT value FROM setting WHERE name = '\(name)'")
  }

  private func names(_ sql: String) throws -> [String] {
    let rows = try database.prepare(sql)
    var result: [String] = []
    while try rows.step() { result.append(rows.text(0)) }
    return result
  }
}
