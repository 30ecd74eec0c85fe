import ReceiptModel

extension Evidence {
  /// The moment from which anything is judged: the first judged day, or the hour of the first event if that is later.
  var judgedSince: Instant? {
    scope.days.first.map { day in Instant(milliseconds: max(day.start, hours.first?.start ?? day.start)) }
  }

  /// The time since which the ack rate of some of the hourly counters is as low as at their end.
  ///
  /// Hours whose receipts may still be on their way are left out, since each would look like a fall.
  ///
  /// - Parameter cells: `day` is the place in `hours`.
  /// - Returns: the first hour with sends when the rate did not fall while it was looked at, which says "at least since";
  ///   `nil` without data.
  func onsetOfFall(_ cells: some Sequence<CohortCell>) -> Instant? {
    let series = ackRates(cells)
    guard let first = series.first, let onset = Onset.time(of: series) else { return nil }
    let before = Self.sum(series.filter { $0.time < onset })
    let after = Self.sum(series.filter { $0.time >= onset })
    guard let old = before.value, let new = after.value, new < old else { return first.time }
    return onset
  }

  /// The ack rates by settled hour, those without ack-eligible sends left out.
  private func ackRates(_ cells: some Sequence<CohortCell>) -> [(time: Instant, rate: Rate)] {
    var sums: [Int: Counts] = [:]
    for cell in cells where hours.indices.contains(cell.key.day) && isSettled(hour: cell.key.day) {
      sums[cell.key.day, default: Counts()].add(cell.counts)
    }
    return sums.keys.sorted().compactMap { place in
      guard let rate = sums[place].map(Metric.ackRate.rate), rate.denominator > 0 else { return nil }
      return (Instant(milliseconds: hours[place].start), rate)
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
    series.reduce(Rate(0, of: 0)) {
      Rate($0.numerator + $1.rate.numerator, of: $0.denominator + $1.rate.denominator)
    }
  }
}

extension Counts {
  /// The share of ack-eligible sends that was acked within the time-out.
  ///
  /// A late ack comes in after the newest figures were taken and long before the old ones were, so the plain ack rate
  /// of the last day always looks lower than it will be. This one does not.
  var promptAckRate: Rate { Rate(self[.eligibleAcked] - self[.timeoutLate], of: self[.ackEligible]) }
}
