import Glibc
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

  typealias App = (appKey: String, hours: [AckHour], usual: UsualAcks)

  init(_ apps: some Sequence<App>) {
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

  /// The chance that so many campaigns, one after the other, are all without acks.
  func chance(ofRun count: Int) -> Double {
    count > 0 ? share * pow(max(share, shareOfNext), Double(count - 1)) : 1
  }

  /// The chance of hours that begin with a campaign and in which none is acked, and as few single pushes.
  ///
  /// Silent pushes follow each other, since they have one template. A campaign that is opened was none, so each of these
  /// counts as a chance of its own: what keeps several from being acked is worth an alarm, whatever it is. Nor was one that
  /// is acked later, by devices that were off: acks that all come late say that none got through before. Nor one that some
  /// acked, and whose opened pushes lack acks.
  ///
  /// - Parameters:
  ///   - apps: all with the same hours.
  ///   - times: how many stretches these may have been chosen from.
  func chance(ofNoAcksIn places: ClosedRange<Int>, of apps: [App], times: Int) -> Double {
    var singles = WeighedAcks()
    for (_, hours, usual) in apps {
      for hour in hours[places] where hour.eligible > 0 && !Self.isTelling(hour, usual) {
        singles.add(hour, usual)
      }
    }
    let next = max(share, shareOfNext)
    let run = Self.campaigns(places, of: apps).enumerated().reduce(1) { chance, campaign in
      let (hour, usual) = campaign.element
      let share = Self.isOpened(hour, usual) ? shareOfOpened : campaign.offset > 0 ? next : share
      // Without any ack it may be a message that starts no extension.
      let byOpens = hour.acked > 0 ? usual.opens.chance(of: hour.unackedOpens) : 1
      return chance * min(share, usual.chance(ofLateAcksIn: hour), byOpens)
    }
    return Chance.clamped(Chance.ofBoth(run, singles.chance()) * Double(max(1, times)))
  }

  /// The campaigns of some AppKeys that begin in these hours, by time, as far as they tell whether acks come in.
  static func campaigns(_ places: some Sequence<Int>, of apps: [App]) -> [(hour: AckHour, usual: UsualAcks)] {
    places.flatMap { place in
      apps.compactMap { _, hours, usual in
        let isFirst = place == 0 || !isCampaign(hours[place - 1])
        return isFirst && isTelling(hours[place], usual) ? (hours[place], usual) : nil
      }
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
