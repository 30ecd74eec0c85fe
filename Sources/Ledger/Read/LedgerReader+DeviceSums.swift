import ReceiptModel
import SQLite

/// What sums know of the AppKeys that push to a device.
extension LedgerReader {
  private static let day: Int64 = 24 * 3_600_000
  /// How many days before as-of tell what is usual.
  private static let usualDays: Int64 = 7

  func addSums(to story: inout DeviceStory, asOf: Instant, settledUntil: Instant) throws {
    let deliveries = story.pushes.flatMap(\.deliveries)
    for app in Set(deliveries.map(\.appKey)) {
      let sends = deliveries.filter { $0.appKey == app }.flatMap { $0.events.filter { $0.kind == .sent } }
      var facts = story.apps[app] ?? DeviceAppFacts()
      facts.usual = try usualAnswers(of: app, asOf: asOf, settledUntil: settledUntil)
      if let first = sends.map(\.at).min(), let last = sends.map(\.at).max() {
        let hours = RollupKey.hour(of: first.milliseconds)...RollupKey.hour(of: last.milliseconds)
        facts.sendsMeanwhile = try sentPushes(of: app, hours)
        let now = RollupKey.hour(of: asOf.milliseconds)
        if hours.upperBound < now { facts.sendsSince = try sentPushes(of: app, hours.upperBound + 1...now) }
      }
      story.apps[app] = facts
    }
  }

  private func sentPushes(of appKey: String, _ hours: ClosedRange<Int64>) throws -> Int {
    let rows = try database.prepare(
      """
      SELECT total(sent) FROM channel_hour
      WHERE hour BETWEEN ?1 AND ?2 AND app_ref = (SELECT ref FROM app WHERE app_key = ?3)
      """)
    rows.bind(hours.lowerBound, at: 1)
    rows.bind(hours.upperBound, at: 2)
    rows.bind(appKey, at: 3)
    return try rows.step() ? Int(rows.integer(0)) : 0
  }

  /// What the settled pushes of an AppKey came to in the days before as-of, from a full hour on.
  private func usualAnswers(
    of appKey: String, asOf: Instant, settledUntil: Instant
  ) throws -> UsualAnswers? {
    let start = (asOf.milliseconds - Self.usualDays * Self.day) / 3_600_000 * 3_600_000
    let end = settledUntil.milliseconds + 1
    guard start >= 0, start < end else { return nil }
    let scope = CohortScope(
      days: [DaySpan(name: "usual", start: start, end: end)], appKeys: [appKey],
      // All of it is settled, so no hour has to be counted again for that reason.
      asOf: end + 2 * Self.day, settle: 0)
    let cells = try DeliveryPass.answer(over: self) {
      try $0.appVersionCells(scope, counters: UsualAnswers.counters)
    }
    let versions = cells.reduce(into: [String: Counts]()) {
      $0[$1.key.parts[0], default: Counts()].add($1.counts)
    }
    return versions.isEmpty
      ? nil
      : UsualAnswers(
        from: Instant(milliseconds: start), to: Instant(milliseconds: end), versions: versions)
  }
}
