extension LedgerReader {
  /// A SELECT of the references of messages with events in a window, in milliseconds UTC.
  func messages(withEventsIn window: Range<Int64>) -> String {
    let hours = Self.hours(of: window)
    return MessageFilter.messages(from: "\(hours.lowerBound)", through: "\(hours.upperBound)")
  }

  /// A SELECT of the references of messages with cohorts in a window, in milliseconds UTC.
  func messages(withCohortsIn window: Range<Int64>) -> String {
    let hours = Self.hours(of: window)
    let touches = "first_hour <= \(hours.upperBound) AND last_hour >= \(hours.lowerBound)"
    // A cohort's time is that of an event, so its hours lie within those of the message's events.
    return MessageFilter.messages(
      from: "\(hours.lowerBound)", through: "\(hours.upperBound)", where: touches)
  }

  private static func hours(of window: Range<Int64>) -> ClosedRange<Int64> {
    let first = RollupKey.hour(of: max(0, window.lowerBound))
    return first...max(first, RollupKey.hour(of: window.upperBound - 1))
  }
}
