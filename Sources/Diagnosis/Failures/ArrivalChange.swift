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
  /// Where the change lies before the judged hours, what came after it is no measure; see `FailureChange`. The newest
  /// pushes lack the arrivals of devices that are off, and some audiences are off more than others: what the other channels
  /// lack in the judged hours is not missed here either.
  ///
  /// - Parameter others: channels of the same AppKey.
  /// - Returns: `nil` with too few pushes to tell.
  init?(_ channel: ChannelArrivals, beside others: [ChannelArrivals], _ evidence: Evidence) {
    let hours = evidence.hours
    let judged = evidence.judgedHours.filter { hours[$0].end <= evidence.scope.asOf - LowAcks.openTime }
    let past = evidence.pastHours
    now = channel.rate(judged)
    let onset = Onset.time(
      of: (past + judged).map { (Instant(milliseconds: hours[$0].start), channel.rate([$0])) })
    since = onset
    let earlier = past.filter { hours[$0].start < onset?.milliseconds ?? .max }
    let isOlder = channel.rate(earlier).value ?? 0 > channel.rate(past).value ?? 1
    let before = isOlder ? earlier : past
    let (ackHours, least) = (channel.ackHours(before, judged, hours), evidence.limits.minimumSends)
    guard channel.rate(before).denominator >= least, let acks = UsualAcks(ackHours, minimum: least) else {
      return nil
    }
    var weighed = WeighedAcks()
    for hour in ackHours where hour.isJudged { weighed.add(hour, acks) }
    let share = Self.change(others, before, judged)
    guard now.denominator > 0, weighed.expected * share >= 5 else { return nil }
    usual = weighed.expected / weighed.sent * share
    let days = Dictionary(grouping: before) { hours[$0].start / 86_400_000 }.values.map(channel.rate)
    lowestDay = days.filter { $0.denominator >= 20 }.compactMap(\.value).min() ?? 1
    // It could have begun on any of the days.
    chance = Chance.clamped(
      (weighed.chance(of: share) ?? 1) * Double(isOlder ? days.count + 1 : 1))
    opens = Self.opens(
      channel.openRate(judged), usual: channel.openRate(before).value ?? 0,
      lost: 1 - (now.value ?? 0) / usual)
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
