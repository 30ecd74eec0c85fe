import ConfigurationReading
package import Ledger
package import Publishing
package import ReceiptModel

/// The part of a ledger that somebody asks for, in the words they typed.
package struct WindowOptions: Equatable, Sendable {
  package var since: String?
  package var until: String?
  /// "Now" for every judgement.
  package var asOf: String?
  /// None stands for all.
  package var appKeys: [String] = []

  package init(
    since: String? = nil, until: String? = nil, asOf: String? = nil, appKeys: [String] = []
  ) {
    self.appKeys = appKeys
    self.since = since
    self.until = until
    self.asOf = asOf
  }
}

extension Session {
  /// The part of a ledger that the options name, read as one snapshot.
  ///
  /// - Parameter clockWords: the present, named instead of read from the clock; with it data can be stale whatever as-of is.
  /// - Throws: `Failure` of kind `usage` for a time that cannot be read, `SQLiteError`.
  package func view(
    _ window: WindowOptions, of store: LedgerReader, clock clockWords: String? = nil
  ) throws -> LedgerView {
    try store.beginSnapshot()
    let clock = Self.clock
    return try view(
      window, of: store, asOf: asOf(window.asOf, of: store, clock: clock), clock: clock,
      clockWords: clockWords)
  }

  /// "Now" for every judgement: what was named, else the newest event that is not after the clock.
  package func asOf(_ word: String?, of store: LedgerReader, clock: Instant) throws -> Instant {
    try TimeWords(zone: zone, present: clock).instant(word, option: "--as-of")
      ?? store.moment() ?? clock
  }

  /// A part of a ledger that stands still already, at a moment that is known.
  ///
  /// - Parameter judgedBy: as of `LedgerView`.
  func view(
    _ window: WindowOptions, of store: LedgerReader, asOf: Instant, clock: Instant,
    clockWords: String? = nil, judgedBy: LedgerView? = nil
  ) throws -> LedgerView {
    let named = try TimeWords(zone: zone, present: asOf).instant(clockWords, option: "--clock")
    let (since, until) = try TimeWords(zone: zone, present: asOf).window(
      since: window.since, until: window.until)
    let scope = CohortScope(
      days: try days(since: since, until: until, in: store), appKeys: window.appKeys, asOf: asOf.milliseconds,
      settle: configuration.settleMilliseconds)
    return LedgerView(
      store: store, zone: zone, scope: scope, since: since, until: until,
      clock: named ?? (window.asOf == nil ? clock : nil), configuration: configuration,
      reasons: try configuration.failureReasons(),
      language: language, toolVersion: toolVersion, judgedBy: judgedBy)
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
}
