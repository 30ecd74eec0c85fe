import CommandLineKit
import ConfigurationReading
import Glibc
import Ledger
import Prose
import Publishing
import ReceiptModel

/// What a command works with: the configuration, the report's zone, and the ledger.
struct Session {
  let options: CommonOptions
  let resolved: ResolvedConfiguration
  let zone: ReportZone
  /// Of what people read.
  let language: Language

  var configuration: Configuration { resolved.values }
  var databasePath: String { configuration.databasePath }

  /// - Throws: `ConfigurationError`; `Failure` of kind `usage` for what stands in an option.
  init(_ options: CommonOptions) throws {
    self.options = options
    var loader = ConfigurationLoader()
    loader.options = .init(
      configurationPath: options.configuration, databasePath: options.database, timeZone: options.timeZone,
      language: options.language)
    resolved = try loader.load()
    zone = try Self.zone(named: resolved.values.timeZone, isOption: options.timeZone != nil)
    language = try resolved.values.words()
  }

  private static func zone(named name: String, isOption: Bool) throws -> ReportZone {
    do throws(ConfigurationError) {
      return try ZoneDatabase.zone(named: name)
    } catch {
      guard isOption else { throw error }
      throw Failure.usage("option '--tz': \(error.message)", advice: error.advice)
    }
  }

  /// The ledger, with the configuration's judgements in its rollups.
  ///
  /// When they differ from those it was written with, the rollups are computed again, which needs the lock.
  ///
  /// - Parameter holdingLock: whether the caller has it already.
  /// - Throws: `LedgerError`, `SQLiteError`.
  func openLedger(holdingLock: Bool = false) throws -> LedgerReader {
    if holdingLock { try LedgerReader.recover(databasePath) }
    let store = try LedgerReader.openForReading(databasePath)
    let settings = configuration.ledgerSettings
    guard try !store.agrees(with: settings) else { return store }
    if holdingLock {
      try LedgerWriter.openForWriting(databasePath) { Interrupt.isRequested }.adopt(settings)
    } else {
      let lock = try StoreLock(for: databasePath, waiting: 0)
      try LedgerWriter.openForWriting(databasePath) { Interrupt.isRequested }.adopt(settings)
      _ = consume lock
    }
    return try LedgerReader.openForReading(databasePath)
  }

  /// The part of a ledger that the options name, read as one snapshot.
  ///
  /// - Parameter clockWords: the present, named instead of read from the clock; with it data can be stale whatever as-of is.
  /// - Throws: `Failure` of kind `usage` for a time that cannot be read, `SQLiteError`.
  func view(_ window: WindowOptions, of store: LedgerReader, clock clockWords: String? = nil) throws
    -> LedgerView
  {
    try store.beginSnapshot()
    let clock = Self.clock
    return try view(
      window, of: store, asOf: asOf(window.asOf, of: store, clock: clock), clock: clock,
      clockWords: clockWords)
  }

  /// "Now" for every judgement: what was named, else the newest event that is not after the clock.
  func asOf(_ word: String?, of store: LedgerReader, clock: Instant) throws -> Instant {
    try TimeWords(zone: zone, present: clock).instant(word, .end, option: "--as-of")
      ?? store.moment() ?? clock
  }

  /// A part of a ledger that stands still already, at a moment that is known.
  func view(
    _ window: WindowOptions, of store: LedgerReader, asOf: Instant, clock: Instant, clockWords: String? = nil
  ) throws -> LedgerView {
    let named = try TimeWords(zone: zone, present: asOf).instant(clockWords, .end, option: "--clock")
    let (since, until) = try TimeWords(zone: zone, present: asOf).window(
      since: window.since, until: window.until)
    let scope = CohortScope(
      days: try days(since: since, until: until, in: store), appKeys: window.appKeys, asOf: asOf.milliseconds,
      settle: configuration.settleMilliseconds)
    return LedgerView(
      store: store, zone: zone, scope: scope, since: since, until: until,
      clock: named ?? (window.asOf == nil ? clock : nil), configuration: configuration,
      reasons: try configuration.failureReasons(),
      language: language, toolVersion: PushLedger.version)
  }

  /// The days with cohorts, cut to the window.
  private func days(since: Instant?, until: Instant?, in store: LedgerReader) throws -> [DaySpan] {
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

  /// The options with which another command finds the same ledger: what this one was told, and not what stands in a file
  /// that it will find again.
  var ledgerOptions: [String] {
    var words: [String] = []
    switch resolved.origin(of: .databasePath) {
    case .option, .variable: words += ["--db", databasePath]
    case .builtIn, .file: break
    }
    if let configuration = options.configuration { words += ["--config", configuration] }
    return words
  }

  /// The time by the clock.
  static var clock: Instant {
    var now = timespec()
    // The call fills the struct it is given.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return instant(of: now)
  }

  /// A clock that is as far off as its 64 bits allow stands at the ends between which events lie, as options do: no
  /// judgement differs by it, and none has to think of times that do not fit.
  static func instant(of clock: timespec) -> Instant {
    let seconds = min(max(Int64(clock.tv_sec), Int64.min / 1001), Int64.max / 1001)
    let now = Instant(milliseconds: seconds * 1000 + Int64(clock.tv_nsec) / 1_000_000)
    return min(max(now, .earliest), .latest)
  }
}
