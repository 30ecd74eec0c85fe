import SQLite

extension LedgerWriter {
  /// Takes over other settings and computes everything again that depends on them.
  ///
  /// - Returns: whether anything had to change.
  @discardableResult package func adopt(_ settings: LedgerSettings) throws -> Bool {
    guard try !agrees(with: settings) else { return false }
    try database.transaction { try adoptInTransaction(settings) }
    return true
  }

  /// Does what `adopt` does as a part of the caller's transaction.
  func adoptInTransaction(_ settings: LedgerSettings) throws {
    guard try !agrees(with: settings) else { return }
    try refuseUncountable(settings)
    try writeSettings(settings)
    try refreshTraits(settings)
    try database.outdateJudgements()
    try database.execute("DELETE FROM expectation; INSERT INTO expectation \(AckExpectation.definition())")
    try rebuildRollups()
    // What an arrival proves may have changed.
    try database.execute("INSERT OR IGNORE INTO link_pending SELECT -1 WHERE EXISTS (SELECT 1 FROM alias)")
    if try hasPendingLinks { try LinkResolver(self, settings).run() }
  }

  func writeSettings(_ settings: LedgerSettings) throws {
    var rows: [(String, Int64)] = [
      ("settle_ms", settings.settle), ("ack_timeout_ms", settings.ackTimeout),
      ("ack_budget_ms", settings.ackBudget),
    ]
    rows += settings.gatewayArrivals.sorted().map { ("gateway:" + $0, 1) }
    rows += settings.unmeasurable.sorted().map { ("unmeasurable:" + $0, 1) }
    rows += settings.withoutReceipts.sorted().map { ("without-receipts:" + $0, 1) }
    // No setting decides these: what was pruned, and whose pseudonyms there are.
    try database.execute(
      "DELETE FROM setting WHERE name NOT IN ('\(Self.watermarkName)', '\(Schema.pseudonymMark)')")
    let insert = try database.prepare("INSERT INTO setting(name, value) VALUES (?1, ?2)")
    for (name, value) in rows {
      insert.bind(name, at: 1)
      insert.bind(value, at: 2)
      try insert.run()
    }
    try database.execute("UPDATE app SET is_configured = 0 WHERE is_configured")
    let configure = try database.prepare(
      """
      INSERT INTO app(ref, app_key, is_configured) SELECT coalesce(max(ref) + 1, 0), ?1, 1 FROM app
      WHERE true ON CONFLICT(app_key) DO UPDATE SET is_configured = 1
      """)
    for key in Set(settings.appKeys).sorted() {
      configure.bind(key, at: 1)
      try configure.run()
    }
  }

  /// What the settings say of each channel and context, written where the views look.
  private func refreshTraits(_ settings: LedgerSettings) throws {
    var channels: [(Int64, String)] = []
    let channelRows = try database.prepare("SELECT ref, name FROM channel")
    while try channelRows.step() { channels.append((channelRows.integer(0), channelRows.text(1))) }
    let updateChannel = try database.prepare(
      "UPDATE channel SET arrival_is_evidence = ?2, is_measurable = ?3 WHERE ref = ?1")
    for (ref, name) in channels {
      updateChannel.bind(ref, at: 1)
      updateChannel.bind(settings.arrivalIsEvidence(platform: "", channel: name) ? 1 : 0, at: 2)
      updateChannel.bind(settings.isMeasurable(channel: name) ? 1 : 0, at: 3)
      try updateChannel.run()
    }
    var contexts: [(Int64, String, String)] = []
    let contextRows = try database.prepare(
      "SELECT c.ref, c.platform, h.name FROM context AS c JOIN channel AS h ON h.ref = c.channel_ref")
    while try contextRows.step() {
      contexts.append((contextRows.integer(0), contextRows.text(1), contextRows.text(2)))
    }
    let updateContext = try database.prepare(
      "UPDATE context SET runs_extension = ?2, is_ack_eligible = ?3, arrival_is_evidence = ?4 WHERE ref = ?1")
    for (ref, platform, channel) in contexts {
      updateContext.bind(ref, at: 1)
      for (place, value) in settings.contextTraits(platform: platform, channel: channel).enumerated() {
        updateContext.bind(value, at: 2 + place)
      }
      try updateContext.run()
    }
  }

  /// Notes whose pseudonyms the ledger holds from here on.
  ///
  /// Call it in the transaction that brings the first of them.
  func adopt(pseudonymMark mark: Int64) throws {
    try database.execute("INSERT INTO setting(name, value) VALUES ('\(Schema.pseudonymMark)', \(mark))")
  }
}
