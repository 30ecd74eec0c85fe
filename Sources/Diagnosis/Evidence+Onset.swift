import ReceiptModel

extension Evidence {
  /// The moment from which anything is judged: the first judged day, or the hour of the first event if that is later.
  var judgedSince: Instant? {
    scope.days.first.map { day in Instant(milliseconds: max(day.start, hours.first?.start ?? day.start)) }
  }

  /// Whether something that began at a time did so within what was looked at, and not at an edge of it.
  func isExact(_ since: Instant?) -> Bool {
    guard let since, let first = hours.first else { return false }
    return since.milliseconds > first.start && since != judgedSince
  }

  /// The time since which the ack rate of some of the hourly counters is as low as at their end.
  ///
  /// Hours whose receipts may still be on their way are left out, since each would look like a fall.
  ///
  /// - Parameter rates: by the place in `hours`, in any order.
  /// - Returns: the first hour with sends when the rate did not fall while it was looked at, which says "at least since";
  ///   `nil` without data.
  func onsetOfFall(_ rates: some Sequence<(hour: Int, rate: Rate)>) -> Instant? {
    let series = settled(rates)
    guard let first = series.first, let onset = Onset.time(of: series) else { return nil }
    let before = Self.sum(series.filter { $0.time < onset })
    let after = Self.sum(series.filter { $0.time >= onset })
    guard let old = before.value, let new = after.value, new < old else { return first.time }
    return onset
  }

  /// When acks of some AppKeys fell on a kind of network; where they have been few since the first hour that is known, or
  /// the sends there are not known by hours, the beginning of what is judged.
  func onset(of appKeys: [String], on network: String) -> Instant? {
    let places = Dictionary(
      hours.enumerated().map { ($1.start, $0) }, uniquingKeysWith: { first, _ in first })
    let rates = appKeys.flatMap { devices.networkHours.rates(of: $0, on: network) }
      .compactMap { hour in places[hour.start].map { (hour: $0, rate: hour.rate) } }
      .filter { $0.rate.denominator > 0 }
    guard let first = rates.map(\.hour).min(), let onset = onsetOfFall(rates),
      onset.milliseconds > hours[first].start
    else { return judgedSince }
    return onset
  }

  /// The rates by settled hour, those without ack-eligible sends left out.
  private func settled(_ rates: some Sequence<(hour: Int, rate: Rate)>) -> [(time: Instant, rate: Rate)] {
    var sums: [Int: Rate] = [:]
    for (hour, rate) in rates where hours.indices.contains(hour) && isSettled(hour: hour) {
      sums[hour, default: Rate(0, of: 0)].add(rate)
    }
    return sums.filter { $0.value.denominator > 0 }.sorted { $0.key < $1.key }.map { hour, rate in
      (Instant(milliseconds: hours[hour].start), rate)
    }
  }

  /// Whether the receipts of all that was sent in an hour of `hours` have had time to come in.
  func isSettled(hour place: Int) -> Bool { scope.asOf >= hours[place].end + scope.settle }

  /// Whether an hour of `hours` lies in the judged days.
  func isJudged(hour place: Int) -> Bool {
    guard let window = scope.window else { return false }
    return hours[place].start < window.upperBound && hours[place].end > window.lowerBound
  }

  private static func sum(_ series: [(time: Instant, rate: Rate)]) -> Rate {
    series.reduce(into: Rate(0, of: 0)) { $0.add($1.rate) }
  }
}

extension Counts {
  /// The share of ack-eligible sends that was acked within the time-out.
  ///
  /// A late ack comes in after the newest figures were taken and long before the old ones were, so the plain ack rate
  /// of the last day always looks lower than it will be. This one does not.
  var promptAckRate: Rate { Rate(self[.eligibleAcked] - self[.timeoutLate], of: self[.ackEligible]) }
}

extension CohortCells {
  /// The ack rates of some cells by hour, which is their day.
  func ackRates(_ places: some Sequence<Int>) -> some Sequence<(hour: Int, rate: Rate)> {
    places.lazy.map { (hour: day(at: $0), rate: Metric.ackRate.rate(counts(at: $0))) }
  }
}

extension Sequence<CohortCell> {
  /// The ack rates of cells by hour, which is their day.
  var ackRates: some Sequence<(hour: Int, rate: Rate)> {
    lazy.map { (hour: $0.key.day, rate: Metric.ackRate.rate($0.counts)) }
  }
}
