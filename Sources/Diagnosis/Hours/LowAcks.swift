import ReceiptModel

/// A stretch of hours in which an AppKey's acks fell.
struct LowAcks: Sendable {
  /// What the opens of the same pushes say.
  enum Opens: Sendable {
    case goOn, fell
    /// The pushes are too young, or too few were ever opened.
    case unknown

    /// - Parameters:
    ///   - opened: pushes until `end` that were.
    ///   - usual: how many usually are.
    init(_ opened: Int, usual: Double, until end: Int64, asOf: Int64) {
      if asOf < end + LowAcks.openTime || usual < 8 {
        self = .unknown
      } else {
        self = Double(opened) < usual / 2 ? .fell : .goOn
      }
    }
  }

  var appKey: String
  var start: Int64
  var end: Int64
  var hits: Int
  var count: Int
  var expected: Double
  var chance: Double
  /// What the hours were compared with.
  let compared: UsualAcks
  var opens: Opens
  /// Whether no later settled hour has sends.
  var isOngoing: Bool
  /// Whether acks are as usual close by; else they have fallen for longer, which `ack_rate_fall` reports.
  var standsOut: Bool

  /// The share of its pushes that is usually acked in time.
  var usual: Double { expected / Double(count) }

  /// The hours that a stretch may span; one that lasts as long is no outage, but a part of a longer fall.
  static let longest = 24
  /// Milliseconds after which opens of a push can be counted on.
  static let openTime: Int64 = 6 * 3_600_000

  /// The outages of an AppKey, worst first.
  ///
  /// The last element is a stretch that is no outage, so that its comparisons count, too.
  static func all(_ appKey: String, _ hours: [AckHour], _ evidence: Evidence) -> [LowAcks] {
    let all = hours
    let devices = evidence.devices.app(appKey)?.devices
    var hours = hours
    var outages: [LowAcks] = []
    while outages.count < 5, let usual = UsualAcks(hours, minimum: evidence.limits.minimumSends) {
      let judged = hours.filter(\.isJudged)
      let series = judged.map { hour in
        Scan.Point(hits: hour.acked, of: hour.eligible, expected: usual.expected(hour))
      }
      // Fifty pushes to a thousand devices say more than one push to fifty, so a stretch needs more than a few sends.
      guard
        let stretch = Scan.lowest(
          series, fall: evidence.limits.outageFall, longest: longest, least: 20,
          likeness: usual.likeness.value,
          most: devices ?? .max)
      else { break }
      let run = Array(judged[stretch.places])
      var outage = LowAcks(appKey, run, stretch, judged, usual, asOf: evidence.scope.asOf)
      outage.standsOut = outage.standsOut(among: all, usual)
      outages.append(outage)
      if stretch.chance > evidence.limits.chance { break }
      // The next one is looked for without these hours.
      for place in hours.indices
      where hours[place].start >= run[0].start && hours[place].end <= run[run.count - 1].end {
        hours[place] = AckHour(start: hours[place].start, end: hours[place].end, isJudged: true)
      }
    }
    return outages
  }

  /// Takes the chance that its campaigns say, where that is smaller: how alike the pushes of an hour are says how much the
  /// acks of campaigns vary, and not how seldom one has none at all.
  mutating func addCampaigns(of app: UnansweredHours.App, _ unanswered: UnansweredHours) {
    guard let first = app.hours.firstIndex(where: { $0.start >= start }),
      let last = app.hours.lastIndex(where: { $0.end <= end }), first <= last
    else { return }
    let campaigns = UnansweredHours.campaigns(first...last, of: [app])
    guard !campaigns.isEmpty, campaigns.allSatisfy({ UnansweredHours.isUnanswered($0.hour, $0.usual) })
    else { return }
    let judged = UnansweredHours.campaigns(app.hours.indices.filter { app.hours[$0].isJudged }, of: [app])
    let ofCampaigns = unanswered.chance(ofNoAcksIn: first...last, of: [app], times: judged.count)
    // Doubled, since it is asked in two ways.
    chance = min(chance, 2 * ofCampaigns)
  }

  /// Takes the chance that its opened pushes say, too, where that is smaller: people who hardly ack, and open, ack what they
  /// open.
  private mutating func addOpens(of run: [AckHour], among judged: [AckHour]) {
    let opened = run.unackedOpens
    guard opened.numerator > 0 else { return }
    let ofOpens = Double(judged.count { $0.opened > 0 }) * compared.opens.chance(of: opened)
    if ofOpens < 0.01 { opens = .goOn }
    // Doubled, as above.
    chance = min(chance, 2 * Chance.ofBoth(chance, ofOpens))
  }

  private init(
    _ appKey: String, _ run: [AckHour], _ stretch: Scan.Stretch, _ judged: [AckHour], _ usual: UsualAcks,
    asOf: Int64
  ) {
    self.appKey = appKey
    start = run.first?.start ?? 0
    end = run.last?.end ?? 0
    (hits, count, expected, chance) = (stretch.hits, stretch.count, stretch.expected, stretch.chance)
    compared = usual
    standsOut = false
    isOngoing = !judged[stretch.places.upperBound...].contains { $0.eligible > 0 }
    let opened = run.openRate
    let usuallyOpened = Double(opened.denominator) * usual.openShare
    opens = Opens(opened.numerator, usual: usuallyOpened, until: end, asOf: asOf)
    addOpens(of: run, among: judged)
  }

  /// Whether the stretch is shorter than a day, and acks are as usual close by, before it or after it, and low on neither
  /// side.
  ///
  /// The next six hours with sends count as close by, and more hours until 50 acks are to be expected, but none farther
  /// than three days: some AppKeys have a campaign every other day.
  ///
  /// - Parameter hours: all of the AppKey, other outages too.
  private func standsOut(among hours: [AckHour], _ usual: UsualAcks) -> Bool {
    let day = Int64(Self.longest) * 3_600_000
    guard end - start < day else { return false }
    let middle = (Double(hits) / expected + 1) / 2
    let before = hours.filter { (start - 3 * day..<start).contains($0.start) }
    let after = hours.filter { (end..<end + 3 * day).contains($0.start) }
    let sides = [before.reversed(), after].compactMap { side -> Bool? in
      var (acked, expected, places) = (0, 0.0, 0)
      for hour in side where hour.eligible > 0 && (places < 6 || expected < 50) {
        acked += hour.acked
        expected += usual.expected(hour)
        places += 1
      }
      return expected >= 20 ? Double(acked) < middle * expected : nil
    }
    return !sides.isEmpty && !sides.contains(true)
  }
}
