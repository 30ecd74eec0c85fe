/// The cohort hours that a run's changed deliveries add to their messages.
///
/// Deliveries come sorted by message, so only the message at hand has to be looked at.
struct MessageHours {
  private(set) var ranges: [(message: Int64, hours: ClosedRange<Int64>)] = []

  mutating func widen(_ message: Int64, to hour: Int64) {
    guard let last = ranges.last, last.message == message else {
      ranges.append((message, hour...hour))
      return
    }
    guard !last.hours.contains(hour) else { return }
    ranges[ranges.count - 1].hours = min(last.hours.lowerBound, hour)...max(last.hours.upperBound, hour)
  }
}
