import CommandLineKit
import Glibc
import Ledger
import ReceiptModel

/// What a command works with: the configuration, the report's zone, and the ledger.
struct Session {
  let options: CommonOptions
  let resolved: ResolvedConfiguration
  let zone: ReportZone

  var configuration: Configuration { resolved.values }
  var databasePath: String { configuration.databasePath }

  /// - Throws: `ConfigurationError`.
  init(_ options: CommonOptions) throws {
    self.options = options
    var loader = ConfigurationLoader()
    loader.options = .init(
      configurationPath: options.configuration, databasePath: options.database, timeZone: options.timeZone)
    resolved = try loader.load()
    zone = try ZoneDatabase.zone(named: resolved.values.timeZone)
  }

  /// The ledger, with the configuration's judgements in its rollups.
  ///
  /// When they differ from those it was written with, the rollups are computed again, which needs the lock.
  ///
  /// - Throws: `LedgerError`, `SQLiteError`.
  func openLedger() throws -> LedgerStore {
    let store = try LedgerStore.openForReading(databasePath)
    let settings = configuration.ledgerSettings
    guard try !store.agrees(with: settings) else { return store }
    let lock = try StoreLock(for: databasePath, waiting: 0)
    try LedgerStore.openForWriting(databasePath).adopt(settings)
    _ = consume lock
    return try LedgerStore.openForReading(databasePath)
  }

  /// The part of a ledger that the options name.
  ///
  /// - Throws: `UsageError` for a time that cannot be read, `SQLiteError`.
  func scope(_ window: WindowOptions, in store: LedgerStore) throws -> CohortScope {
    let clock = Self.clock
    let asOf =
      try window.asOf.map { try instant($0, .end, "--as-of", present: clock) } ?? store.moment() ?? clock
    let since = try window.since.map { try instant($0, .beginning, "--since", present: asOf) }
    let until = try window.until.map { try instant($0, .end, "--until", present: asOf) }
    return CohortScope(
      days: try days(since: since, until: until, in: store), appKeys: window.appKeys, asOf: asOf.milliseconds,
      settle: configuration.settleMilliseconds)
  }

  private func instant(_ text: String, _ end: TimeWords.End, _ option: String, present: Instant) throws
    -> Instant
  {
    if let instant = TimeWords(zone: zone, present: present).instant(text, end) { return instant }
    throw UsageError(
      "\(option): cannot read the time '\(text.escapedForTerminal())'",
      advice: "write 2026-09-21, 2026-09-21T22:13:20+08:00, yesterday, last-7d, or seconds since 1970")
  }

  /// The days with cohorts, cut to the window.
  private func days(since: Instant?, until: Instant?, in store: LedgerStore) throws -> [DaySpan] {
    guard let span = try store.cohortSpan() else { return [] }
    let start = max(span.lowerBound, since?.milliseconds ?? .min)
    let end = min(span.upperBound, until?.milliseconds ?? .max)
    guard start < end else { return [] }
    var days: [DaySpan] = []
    var day = zone.day(of: Instant(milliseconds: start))
    while zone.start(of: day).milliseconds < end {
      let next = day.adding(days: 1)
      let from = max(zone.start(of: day).milliseconds, since?.milliseconds ?? .min)
      let to = min(zone.start(of: next).milliseconds, until?.milliseconds ?? .max)
      if from < to { days.append(DaySpan(name: day.description, start: from, end: to)) }
      day = next
    }
    return days
  }

  /// The time by the clock.
  static var clock: Instant {
    var now = timespec()
    // The call fills the struct it is given.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Instant(milliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
  }
}

extension Configuration {
  /// What the ledger's sums and flags take for granted.
  var ledgerSettings: LedgerSettings {
    var settings = LedgerSettings()
    settings.settle = settleMilliseconds
    settings.ackTimeout = ackTimeoutMilliseconds
    settings.ackBudget = ackBudgetMilliseconds
    settings.appKeys = appKeys.map(\.key)
    settings.gatewayArrivals = Set(channels.entries.filter { !$0.value.arrivalIsDeviceEvidence }.map(\.key))
    settings.unmeasurable = Set(channels.entries.filter { !$0.value.measurable }.map(\.key))
    return settings
  }
}
