package import ReceiptModel
import SQLite

extension LedgerReader {
  /// How far the data of a scope can be trusted.
  ///
  /// The scope has the days the report is about, without their history.
  ///
  /// - Complexity: one pass over the deliveries and repeats of the messages with events in the window.
  package func health(_ scope: CohortScope) throws -> Health {
    try DeliveryPass.answer(over: self) { try $0.health(scope) }
  }

  /// What no delivery needs to be read for.
  fileprivate func summedHealth(_ scope: CohortScope) throws -> Health {
    let window = scope.window ?? 0..<0
    var health = Health()
    try addFreshness(to: &health, scope)
    health.quietHours = try quietHours(scope, window)
    health.refused = try refusedLines()
    health.refusedOfDays = try refusedShare(scope, window)
    health.summedDays = try summedDays(in: window)
    // Only single deliveries say who told what; an answer from some of them would blame whoever told the rest.
    if health.summedDays.isEmpty { health.told = try told(scope, window) }
    return health
  }

  private func addFreshness(to health: inout Health, _ scope: CohortScope) throws {
    let rows = try database.prepare(
      """
      SELECT a.app_key, e.kind, e.newest_ms, e.events FROM event_sum AS e JOIN app AS a ON a.ref = e.app_ref
      ORDER BY 1, 2
      """)
    while try rows.step() {
      guard scope.includes(rows.text(0)), let kind = EventKind(stored: rows.integer(1)) else {
        continue
      }
      let newest = Instant(milliseconds: rows.integer(2))
      health.freshness.append(
        Freshness(appKey: rows.text(0), kind: kind, newest: newest, events: Int(rows.integer(3))))
      health.events += Int(rows.integer(3))
      health.newestEvent = max(health.newestEvent ?? newest, newest)
    }
  }

  /// The gaps between hours with events, from the ledger's first event to as-of and cut to the window.
  private func quietHours(_ scope: CohortScope, _ window: Range<Int64>) throws -> [Range<Int64>] {
    let length: Int64 = 3_600_000
    // Only hours that lie wholly in the window and are over can be called quiet.
    let first = (window.lowerBound + length - 1) / length
    let end = min(window.upperBound, scope.asOf) / length
    // Of the hours before the window, all that matters is that there is one.
    let rows = try database.prepare(
      """
      SELECT hour, app_key FROM (
        SELECT DISTINCT e.first_hour AS hour, a.app_key FROM event_sum AS e JOIN app AS a ON a.ref = e.app_ref
        WHERE e.first_hour < ?1
        UNION ALL
        SELECT DISTINCT e.hour, a.app_key FROM event_hour AS e JOIN app AS a ON a.ref = e.app_ref
        WHERE e.hour >= ?1 AND e.hour < ?2)
      ORDER BY hour, app_key
      """)
    rows.bind(first, at: 1)
    rows.bind(end, at: 2)
    var quiet: [Range<Int64>] = []
    var next: Int64?
    func close(before hour: Int64) {
      guard let from = next.map({ max($0, first) }), from < min(hour, end) else { return }
      quiet.append(from * length..<min(hour, end) * length)
    }
    while try rows.step() {
      guard scope.includes(rows.text(1)) else { continue }
      close(before: rows.integer(0))
      next = rows.integer(0) + 1
    }
    close(before: end)
    return quiet
  }

  private func refusedLines() throws -> [RefusedLines] {
    // A line keeps one reason even if it was refused for two.
    let rows = try database.prepare(
      """
      SELECT reason, count(*) FROM (SELECT min(reason) AS reason FROM reject GROUP BY digest)
      GROUP BY 1 ORDER BY 2 DESC, 1
      """)
    var result: [RefusedLines] = []
    while try rows.step() {
      guard let reason = RejectionReason(rawValue: rows.text(0)) else { continue }
      result.append(RefusedLines(reason: reason, lines: Int(rows.integer(1))))
    }
    return result
  }

  private func refusedShare(_ scope: CohortScope, _ window: Range<Int64>) throws -> Rate {
    let refused = try database.prepare(
      "SELECT count(DISTINCT digest) FROM reject WHERE told_at >= ?1 AND told_at < ?2")
    refused.bind(window.lowerBound, at: 1)
    refused.bind(window.upperBound, at: 2)
    guard try refused.step(), refused.integer(0) > 0 else { return Rate(0, of: 0) }
    var share = Rate(Int(refused.integer(0)), of: Int(refused.integer(0)))
    let events = try database.prepare(
      """
      SELECT a.app_key, sum(e.events) FROM event_hour AS e JOIN app AS a ON a.ref = e.app_ref
      WHERE e.hour >= ?1 AND e.hour < ?2 GROUP BY 1
      """)
    events.bind(window.lowerBound / 3_600_000, at: 1)
    events.bind((window.upperBound + 3_599_999) / 3_600_000, at: 2)
    while try events.step() {
      if scope.includes(events.text(0)) { share.denominator += Int(events.integer(1)) }
    }
    return share
  }
}

extension DeliveryPass {
  /// As `LedgerReader.health`.
  package func health(_ scope: CohortScope) throws -> Answer<Health> {
    let health = try reader.summedHealth(scope)
    guard let sums = try HealthSums(scope, in: reader) else { return Answer { health } }
    add(sums)
    return Answer {
      var health = health
      try sums.add(to: &health)
      return health
    }
  }
}

extension CohortScope {
  func includes(_ appKey: String) -> Bool { appKeys.isEmpty || appKeys.contains(appKey) }
}
