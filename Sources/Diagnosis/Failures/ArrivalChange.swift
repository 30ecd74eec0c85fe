import ReceiptModel

/// The arrivals of a channel in the judged hours against those before.
struct ArrivalChange {
  /// In the judged hours whose arrivals have had time to come.
  var now: Rate
  /// The share that would have arrived if nothing had changed.
  var usual: Double
  var since: Instant?
  /// The smallest share that arrived on a day before; 1 where no day had enough pushes.
  var lowestDay: Double
  /// How likely so few arrivals are if nothing changed.
  var chance: Double
  /// What the opens of the same pushes say.
  var opens: LowAcks.Opens

  /// Compares a channel.
  ///
  /// With the other channels in the same hours, where they have pushes enough; else with its own days before, less what the
  /// others surely lack. Where the change lies before the judged hours, what came after it is no measure; see
  /// `FailureChange`.
  ///
  /// - Parameter others: channels of the same AppKey.
  /// - Returns: `nil` with too few pushes to tell.
  init?(_ channel: ChannelArrivals, beside others: [ChannelArrivals], _ evidence: Evidence) {
    let hours = evidence.hours
    let settled = evidence.judgedHours.filter { hours[$0].end <= evidence.scope.settledUntil }
    let past = evidence.pastHours
    let onset = Onset.time(
      of: (past + settled).map { (Instant(milliseconds: hours[$0].start), channel.rate([$0])) })
    since = onset
    let earlier = past.filter { hours[$0].start < onset?.milliseconds ?? .max }
    let isOlder = channel.rate(earlier).value ?? 0 > channel.rate(past).value ?? 1
    let before = isOlder ? earlier : past
    let days = Dictionary(grouping: before) { hours[$0].start / 86_400_000 }.values
    // The newest pushes lack the arrivals of devices that are off, and no open can be counted on.
    let old = settled.filter { hours[$0].end <= evidence.scope.asOf - LowAcks.openTime }
    let shares: [(share: Double, sent: Int)]
    let alone: Double?
    if let beside = ArrivalsBeside(channel, others, before: before, least: evidence.limits.minimumSends),
      let found = beside.weighed(settled), found.acks.expected >= 5
    {
      (now, usual, alone) = (found.now, found.usual, found.acks.chance())
      shares = days.compactMap(beside.weighed).map {
        (($0.now.value ?? 0) / $0.usual * found.usual, $0.now.denominator)
      }
    } else {
      now = channel.rate(old)
      let (ackHours, least) = (channel.ackHours(before, old, hours), evidence.limits.minimumSends)
      guard channel.rate(before).denominator >= least, let acks = UsualAcks(ackHours, minimum: least) else {
        return nil
      }
      var weighed = WeighedAcks()
      for hour in ackHours where hour.isJudged { weighed.add(hour, acks) }
      let share = Self.change(others, before, old)
      guard now.denominator > 0, weighed.expected * share >= 5 else { return nil }
      usual = weighed.expected / weighed.sent * share
      alone = weighed.chance(of: share)
      shares = days.map { (channel.rate($0).value ?? 0, channel.rate($0).denominator) }
    }
    lowestDay = shares.filter { $0.sent >= 20 }.map(\.share).min() ?? 1
    // It could have begun on any of the days.
    chance = Chance.clamped((alone ?? 1) * Double(isOlder ? days.count + 1 : 1))
    opens = Self.opens(
      channel.openRate(old), usual: channel.openRate(before).value ?? 0, lost: 1 - (now.value ?? 0) / usual)
  }

  /// What surely arrives now on several channels, as a share of what is usual; 1 at most, and without pushes.
  private static func change(_ channels: [ChannelArrivals], _ before: [Int], _ now: [Int]) -> Double {
    var (rate, expected) = (Rate(0, of: 0), 0.0)
    for channel in channels {
      guard let share = channel.rate(before).value else { continue }
      rate.add(channel.rate(now))
      expected += share * Double(channel.rate(now).denominator)
    }
    guard let low = rate.interval?.lowerBound, expected > 0 else { return 1 }
    return min(1, low * Double(rate.denominator) / expected)
  }

  /// Whether pushes are opened as ever, or less like they arrive: the one is to be unlikely, and the other not.
  private static func opens(_ opened: Rate, usual: Double, lost: Double) -> LowAcks.Opens {
    let asEver = Chance.ofAtMost(opened.numerator, of: opened.denominator, share: usual)
    let lessOften = Chance.ofAtLeast(
      opened.numerator, of: opened.denominator, share: usual * max(0, 1 - lost))
    switch (asEver < 0.01, lessOften < 0.01) {
    case (true, false): return .fell
    case (false, true): return .goOn
    default: return .unknown
    }
  }
}
