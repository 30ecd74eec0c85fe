import ReceiptModel

/// Whether one message, one build, one OS version or one AppKey explains that acks fell in some hours.
enum SoleCause {
  enum Answer: Sendable {
    /// The others are acked as usual.
    case one
    /// The others lose their acks too.
    case many
    /// There are too few others to tell.
    case unknown
  }

  /// The number of the others' pushes below which nothing can be told, and from which on a message stands for itself.
  static let enough = 20

  /// The messages that were first sent in these hours.
  ///
  /// Some messages may be silent at once, for they have one template. So all low messages to many devices are put
  /// aside, and the rest is looked at: single pushes, and messages that are acked. Where it has not surely lost acks, campaigns
  /// that hardly anybody answered stand against a single cause, unless so many may well be silent: three of them alone, or
  /// fewer beside pushes that seem to lose their acks, too. So do eight that lost half without another message, and low ones
  /// that were acked once the hours were over, and opened pushes without an ack, of messages of which others have one: it
  /// shows that their payloads start the extension.
  ///
  /// - Returns: `nil` when no message was first sent in these hours.
  static func message(_ outage: LowAcks, _ unanswered: UnansweredHours, _ evidence: Evidence) -> Answer? {
    let hours = outage.start..<outage.end
    let cells = evidence.messages.cells
    var opensOfAcked = Rate(0, of: 0)
    let rates = cells.places(of: outage.appKey).compactMap { place -> Rate? in
      guard let first = cells.firstSent(at: place), hours.contains(first) else { return nil }
      let counts = cells.counts(at: place)
      if !counts.isSilent { opensOfAcked.add(counts.unackedOpens) }
      return Metric.ackRate.rate(counts)
    }
    let small = evidence.messages.small.filter { group in
      group.appKey.hasSameBytes(as: outage.appKey) && group.start.map(hours.contains) ?? false
    }
    guard !rates.isEmpty || !small.isEmpty else { return nil }
    let low = rates.filter { $0.denominator >= enough && isLow($0, outage) }
    let others = rates.filter { $0.denominator < enough || !isLow($0, outage) }
    let singles = sum(small.map { Metric.ackRate.rate($0.counts) })
    let rest = sum(others + [singles])
    if isTelling(rest, outage), !isLow(rest, outage) { return .one }
    if outage.compared.opens.chance(of: opensOfAcked) < 0.01 { return .many }
    // Some campaigns in a row may go to people who hardly answer, but not to people who never do.
    let silent = low.count { Double($0.numerator) <= 0.2 * outage.usual * Double($0.denominator) }
    let areNoChance = unanswered.chance(ofAtLeast: silent, of: silent) < 0.01
    let chance = chance(of: others, singles, outage)
    if chance < (areNoChance ? 0.1 : 0.01) { return .many }
    if isAcked(rest, unlike: sum(low)) { return .one }
    if haveRecovered(low, outage) { return .many }
    // A holiday, or a day of campaigns to people who seldom look, takes some of the acks of all.
    let half = low.count { Double($0.numerator) <= 0.5 * outage.usual * Double($0.denominator) }
    let areAll = half >= 8 && half == rates.count { $0.denominator >= enough }
    return silent >= 3 && areNoChance || areAll ? .many : .unknown
  }

  /// Whether acks of low messages came after these hours, from devices that were off: so their payloads start the extension.
  private static func haveRecovered(_ low: [Rate], _ outage: LowAcks) -> Bool {
    // Some acks always come late.
    guard Double(outage.hits) <= 0.25 * outage.expected else { return false }
    let (all, acked) = (sum(low), sum(low.filter { $0.numerator > 0 }))
    return acked.numerator >= outage.hits + 3 && 2 * acked.denominator > all.denominator
  }

  /// The chance of so few acks of a few messages, whose pushes are alike, and of single pushes; 1 without any.
  ///
  /// The stretch was chosen for its few acks, and may begin in any hour of a day.
  private static func chance(of messages: [Rate], _ singles: Rate, _ outage: LowAcks) -> Double {
    var few = WeighedAcks()
    func add(_ rate: Rate, dispersion: Double) {
      few.add(rate, expected: outage.usual * Double(rate.denominator), dispersion: dispersion)
    }
    for rate in messages { add(rate, dispersion: outage.compared.likeness.dispersion(of: rate.denominator)) }
    add(singles, dispersion: 1)
    return min(1, (few.chance() ?? 1) * Double(LowAcks.longest))
  }

  /// Whether a few pushes are acked too often to be like the low ones: login codes that were acked in the middle of it say
  /// much, though they are few.
  private static func isAcked(_ few: Rate, unlike low: Rate) -> Bool {
    let share = (Double(low.numerator) + 0.5) / Double(low.denominator + 1)
    return Chance.ofAtLeast(few.numerator, of: few.denominator, share: share) < 0.05
  }

  /// The builds that pushes went to in these hours.
  static func build(_ outage: LowAcks, _ evidence: Evidence) -> Answer {
    part(outage, evidence.buildHours, evidence)
  }

  /// The OS versions, likewise: the devices may have moved to one that has always acked less.
  static func system(_ outage: LowAcks, _ evidence: Evidence) -> Answer {
    part(outage, evidence.systemHours, evidence)
  }

  private static func part(_ outage: LowAcks, _ cells: CohortCells, _ evidence: Evidence) -> Answer {
    let start = evidence.hours.partitionPoint { $0.start >= outage.start }
    let hours = start..<max(start, evidence.hours.partitionPoint { $0.end > outage.end })
    var parts: [CohortKey: Rate] = [:]
    var unknown = 0
    for series in cells.series(of: outage.appKey) {
      let places = cells.places(series.places, in: hours)
      guard !places.isEmpty else { continue }
      let counts = cells.sum(places)
      if series.parts[0].isEmpty {
        unknown += counts[.ackEligible]
      } else {
        parts[CohortKey(day: 0, appKey: "", parts: [series.parts[0]])] = Metric.ackRate.rate(counts)
      }
    }
    // Where parts are often unknown, the known ones are known from an ack, and look as if all were well.
    guard Double(unknown) <= 0.2 * Double(outage.count) else { return .unknown }
    let missing = { (rate: Rate) in Double(rate.denominator) * outage.usual - Double(rate.numerator) }
    guard let worst = parts.max(by: { (missing($0.value), $1.key) < (missing($1.value), $0.key) }) else {
      return .unknown
    }
    let rest = sum(parts.filter { $0.key != worst.key }.map(\.value))
    guard isTelling(rest, outage) else { return .unknown }
    return isLow(rest, outage) ? .many : .one
  }

  /// The other AppKeys in these hours: their acks come to the same server.
  ///
  /// Only a loss of nearly all acks is told by them, since campaigns of two AppKeys to people who hardly answer may well
  /// fall into the same hours. Silent ones may, too: they have one template, and go out to several apps at once. So a
  /// campaign counts as one thing, and single pushes each for itself.
  static func appKey(
    _ outage: LowAcks, _ apps: [CommonOutage.App],
    _ unanswered: UnansweredHours, _ evidence: Evidence
  ) -> Answer {
    var (all, singles) = (WeighedAcks(), WeighedAcks())
    var (campaigns, silent) = (0, 0)
    var (opens, usualOpens) = (Rate(0, of: 0), UsualOpens())
    for (appKey, hours, usual) in apps where !appKey.hasSameBytes(as: outage.appKey) {
      let hours = hours.filter { $0.start >= outage.start && $0.end <= outage.end }
      opens.add(hours.unackedOpens)
      usualOpens.add(usual.opens)
      for hour in hours {
        all.add(hour, usual)
        if !UnansweredHours.isCampaign(hour) { singles.add(hour, usual) }
      }
      let ofCampaigns = UnansweredHours.campaigns(hours)
      campaigns += ofCampaigns.count
      silent += ofCampaigns.count { UnansweredHours.isUnanswered($0, usual) }
    }
    guard all.sent >= 0.5, Double(outage.hits) <= 0.25 * outage.expected else { return .unknown }
    let ofAcks = Chance.ofBoth(
      singles.chance(), campaigns > 0 ? unanswered.chance(ofAtLeast: silent, of: campaigns) : nil)
    let chance = min(ofAcks, usualOpens.chance(of: opens))
    // What loses all acks of one AppKey does not lose half of another's.
    let alike = min(1 - evidence.limits.outageFall, Double(outage.hits) / outage.expected + 0.2)
    if all.acked <= alike * all.expected {
      // A few silent campaigns, or a few pushes, say neither.
      return chance < 0.01 ? .many : .unknown
    }
    return all.expected >= Double(enough) ? .one : .unknown
  }

  /// Whether so many acks of the others are to be expected that their share says which it is.
  private static func isTelling(_ rate: Rate, _ outage: LowAcks) -> Bool {
    rate.denominator >= enough && Double(rate.denominator) * outage.usual >= UnansweredHours.telling
  }

  /// Whether the others lie nearer to these hours than to what is usual.
  private static func isLow(_ rate: Rate, _ outage: LowAcks) -> Bool {
    let middle = (Double(outage.hits) / Double(outage.count) + outage.usual) / 2
    return rate.value.map { $0 < middle } ?? false
  }

  private static func sum(_ rates: [Rate]) -> Rate {
    rates.reduce(into: Rate(0, of: 0)) { $0.add($1) }
  }
}
