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

  /// A SELECT of messages with cohorts in a window, or with any events in it: their references, in order, and whether
  /// they may have cohorts there.
  func messages(of window: Range<Int64>, withEvents: Bool) -> String {
    """
    SELECT ref, \(Self.hasCohorts(in: window)) FROM message
    WHERE ref IN (\(withEvents ? messages(withEventsIn: window) : messages(withCohortsIn: window))) ORDER BY ref
    """
  }

  /// Whether a row of `message` may have cohorts in a window.
  private static func hasCohorts(in window: Range<Int64>) -> String {
    let hours = hours(of: window)
    return "first_hour <= \(hours.upperBound) AND last_hour >= \(hours.lowerBound)"
  }

  private static func hours(of window: Range<Int64>) -> ClosedRange<Int64> {
    let first = RollupKey.hour(of: max(0, window.lowerBound))
    return first...max(first, RollupKey.hour(of: window.upperBound - 1))
  }
}
