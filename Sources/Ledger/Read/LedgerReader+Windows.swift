import SQLite

extension LedgerReader {
  /// A SELECT of the references of messages with events in a window, in milliseconds UTC.
  func messages(withEventsIn window: Range<Int64>) -> String {
    let hours = Self.hours(of: window)
    return MessageFilter.messages(from: "\(hours.lowerBound)", through: "\(hours.upperBound)")
  }

  /// A SELECT of the references of messages with cohorts in a window, in milliseconds UTC.
  func messages(withCohortsIn window: Range<Int64>) -> String {
    let hours = Self.hours(of: window)
    // A cohort's time is that of an event, so its hours lie within those of the message's events.
    return MessageFilter.messages(
      from: "\(hours.lowerBound)", through: "\(hours.upperBound)", where: Self.hasCohorts(in: window))
  }

  /// A SELECT of messages with cohorts in a window, or with any events in it: their references, in order, and whether they
  /// may have cohorts there.
  func messages(of window: Range<Int64>, withEvents: Bool) -> String {
    let wanted = withEvents ? messages(withEventsIn: window) : messages(withCohortsIn: window)
    return "SELECT ref, \(Self.hasCohorts(in: window)) FROM message WHERE ref IN (\(wanted)) ORDER BY ref"
  }

  /// Whether so much of the ledger lies in some hours that to read all messages is quicker than to find these and sort
  /// them.
  func holdsMuch(_ hours: ClosedRange<Int64>) throws -> Bool {
    let rows = try database.prepare(
      """
      SELECT (SELECT total(events) FROM event_hour WHERE hour BETWEEN ?1 AND ?2) * 10
        > (SELECT total(events) FROM event_sum)
      """)
    rows.bind(hours.lowerBound, at: 1)
    rows.bind(hours.upperBound, at: 2)
    return try rows.step() && rows.integer(0) != 0
  }

  /// Whether a row of `message` may have cohorts in a window.
  private static func hasCohorts(in window: Range<Int64>) -> String {
    let hours = hours(of: window)
    return "first_hour <= \(hours.upperBound) AND last_hour >= \(hours.lowerBound)"
  }

  static func hours(of window: Range<Int64>) -> ClosedRange<Int64> {
    let first = RollupKey.hour(of: max(0, window.lowerBound))
    return first...max(first, RollupKey.hour(of: window.upperBound - 1))
  }
}
