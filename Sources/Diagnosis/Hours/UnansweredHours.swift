import ReceiptModel

/// How usual it is that a campaign is not acked at all: where an app sends silent pushes, some always are.
struct UnansweredHours {
  /// The share of campaigns before the judged days of which hardly any push was acked.
  var share: Double { campaigns.value }
  private let campaigns: Share
  /// Likewise of those that were opened as usual: a silent push shows nothing that could be opened.
  let shareOfOpened: Double
  /// Likewise of those that came next after one without acks, whatever its AppKey: silent ones have one template, and go
  /// out to several apps.
  let shareOfNext: Double

  init(_ evidence: Evidence) {
    self.init(
      AckHour.byApp(evidence).compactMap { appKey, hours in
        UsualAcks(hours, minimum: evidence.limits.minimumSends).map { (appKey, hours, $0) }
      })
  }

  init(_ apps: some Sequence<(appKey: String, hours: [AckHour], usual: UsualAcks)>) {
    // Before anything is known, a twentieth: as if of ten campaigns half of one had no acks. And an eighth of the next.
    var (all, opened, next) = (Share(hits: 0.5, of: 10), Share(hits: 0.5, of: 10), Share(hits: 0.5, of: 4))
    var told: [(start: Int64, isUnanswered: Bool)] = []
    for (_, hours, usual) in apps {
      for hour in Self.campaigns(hours.filter { !$0.isJudged }) {
        let isUnanswered = Self.isUnanswered(hour, usual)
        all.add(isUnanswered)
        if Self.isOpened(hour, usual) { opened.add(isUnanswered) }
        if Self.isTelling(hour, usual) { told.append((hour.start, isUnanswered)) }
      }
    }
    // Of one hour, the answered ones come first: which was sent earlier, hours do not tell.
    told.sort { ($0.start, $0.isUnanswered ? 1 : 0) < ($1.start, $1.isUnanswered ? 1 : 0) }
    for (one, other) in zip(told, told.dropFirst()) where one.isUnanswered { next.add(other.isUnanswered) }
    (campaigns, shareOfOpened, shareOfNext) = (all, opened.value, next.value)
  }

  private struct Share {
    var hits: Double
    var of: Double

    mutating func add(_ isHit: Bool) {
      of += 1
      if isHit { hits += 1 }
    }

    var value: Double { hits / of }
  }

  /// The chance that of so many campaigns at least some are without acks.
  func chance(ofAtLeast count: Int, of all: Int) -> Double {
    Chance.ofAtLeast(count, of: all, hits: campaigns.hits, misses: campaigns.of - campaigns.hits)
  }

  /// The chance that campaigns which follow each other are all without acks; 1 of none.
  ///
  /// - Parameter areOpened: of each, whether it was opened as usual.
  func chance(ofRun areOpened: [Bool]) -> Double {
    let more = max(1, shareOfNext / share)
    return areOpened.enumerated().reduce(1) { chance, campaign in
      chance * min(1, (campaign.element ? shareOfOpened : share) * (campaign.offset > 0 ? more : 1))
    }
  }

  /// The hours that stand for a campaign each: one goes out in an hour, or in two beside each other.
  static func campaigns(_ hours: some Sequence<AckHour>) -> [AckHour] {
    hours.reduce(into: []) { campaigns, hour in
      guard isCampaign(hour), campaigns.last?.end != hour.start else { return }
      campaigns.append(hour)
    }
  }

  /// Whether the hour has enough pushes to stand for itself.
  static func isCampaign(_ hour: AckHour) -> Bool { hour.eligible >= SoleCause.enough }

  /// So many acks are to be expected of what tells whether acks come in.
  static let telling = 8.0

  /// Whether it is a campaign so large that a usual one is not unanswered by chance.
  static func isTelling(_ hour: AckHour, _ usual: UsualAcks) -> Bool {
    isCampaign(hour) && usual.expected(hour) >= telling
  }

  static func isUnanswered(_ hour: AckHour, _ usual: UsualAcks) -> Bool {
    Double(hour.acked) <= 0.2 * usual.expected(hour)
  }

  /// Whether it was opened at least half as often as is usual, and more than once; not so where it is too young or too
  /// small to tell.
  static func isOpened(_ hour: AckHour, _ usual: UsualAcks) -> Bool {
    hour.opened > 1 && Double(hour.opened) >= Double(hour.eligible) * usual.openShare / 2
  }
}
