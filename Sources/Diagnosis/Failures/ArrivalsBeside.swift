import ReceiptModel

/// The arrivals of a channel beside those of the other channels of its AppKey in the same hours.
///
/// A campaign goes to the same people on all channels, and is as old. So what others lack of it says how much is to be
/// expected, be they people who hardly use the app or devices that are off; the days before say how much better or worse
/// the channel does than the others, and how much that varies.
struct ArrivalsBeside {
  /// An hour of the channel, and what arrived of the others' pushes.
  private struct Hour {
    var own: Rate
    var others: Rate
  }

  private let channel: ChannelArrivals
  /// What was sent on the other channels, and what of it arrived, by hour.
  private var others: (sent: [Int], arrived: [Int])
  /// The odds of an arrival on the channel, as so many times those on the others.
  private var odds = 1.0
  /// Of an hour's pushes beyond that.
  private var likeness = Likeness(unlessKnown: 0.02)
  /// With fewer pushes the others' share of an hour says nothing.
  private static let fewest = 20

  /// - Parameter before: the hours that the judged ones are compared with.
  /// - Returns: `nil` where the others had too little in them to compare with.
  init?(_ channel: ChannelArrivals, _ others: [ChannelArrivals], before: [Int], least: Int) {
    guard channel.rate(before).denominator >= least else { return nil }
    self.channel = channel
    self.others = (
      Array(repeating: 0, count: channel.sent.count), Array(repeating: 0, count: channel.sent.count)
    )
    for other in others {
      for place in other.sent.indices {
        self.others.sent[place] += other.sent[place]
        self.others.arrived[place] += other.arrived[place]
      }
    }
    let hours = self.hours(before)
    let sent = hours.reduce(0) { $0 + $1.own.denominator }
    let arrived = hours.reduce(0) { $0 + $1.own.numerator }
    guard sent >= least, arrived >= Self.fewest else { return nil }
    odds = Self.odds(hours)
    for hour in hours { likeness.add(hour.own, share: share(hour), uncertainty: uncertainty(hour)) }
  }

  /// The arrivals of some hours, as far as the others' tell what is to be expected of them.
  func weighed(_ places: some Sequence<Int>) -> (now: Rate, usual: Double, acks: WeighedAcks)? {
    let hours = hours(places)
    let now = hours.reduce(into: Rate(0, of: 0)) { $0.add($1.own) }
    let usual = hours.reduce(0) { $0 + expected($1) } / Double(max(1, now.denominator))
    guard usual > 0 else { return nil }
    var acks = WeighedAcks()
    for hour in hours {
      acks.add(hour.own, expected: expected(hour), dispersion: dispersion(hour))
    }
    return (now, usual, acks)
  }

  private func hours(_ places: some Sequence<Int>) -> [Hour] {
    places.compactMap { place in
      guard channel.sent[place] > 0, others.sent[place] >= Self.fewest else { return nil }
      return Hour(
        own: Rate(channel.arrived[place], of: channel.sent[place]),
        others: Rate(others.arrived[place], of: others.sent[place]))
    }
  }

  /// The common odds ratio of some hours.
  ///
  /// N. Mantel and W. Haenszel, "Statistical aspects of the analysis of data from retrospective
  /// studies of disease", Journal of the National Cancer Institute 22 (1959), half a push added to both sides.
  private static func odds(_ hours: [Hour]) -> Double {
    var (one, other) = (0.5, 0.5)
    for hour in hours {
      let (a, c) = (Double(hour.own.numerator), Double(hour.others.numerator))
      let (b, d) = (Double(hour.own.denominator) - a, Double(hour.others.denominator) - c)
      one += a * d / (a + b + c + d)
      other += b * c / (a + b + c + d)
    }
    return one / other
  }

  /// The others' share, as if one push more arrived and one more did not, so that nothing is certain.
  private func othersShare(_ hour: Hour) -> Double {
    (Double(hour.others.numerator) + 1) / (Double(hour.others.denominator) + 2)
  }

  private func share(_ hour: Hour) -> Double {
    let own = odds * othersShare(hour)
    return own / (1 - othersShare(hour) + own)
  }

  private func expected(_ hour: Hour) -> Double { Double(hour.own.denominator) * share(hour) }

  /// What the others' own chance adds to the variance of a push.
  private func uncertainty(_ hour: Hour) -> Double {
    let others = othersShare(hour)
    let slope = odds / ((1 - others + odds * others) * (1 - others + odds * others))
    return slope * slope * others * (1 - others) / Double(hour.others.denominator + 2)
  }

  private func variance(_ hour: Hour) -> Double { share(hour) * (1 - share(hour)) }

  private func dispersion(_ hour: Hour) -> Double {
    let count = hour.own.denominator
    return likeness.dispersion(of: count) + Double(count) * uncertainty(hour) / variance(hour)
  }
}
