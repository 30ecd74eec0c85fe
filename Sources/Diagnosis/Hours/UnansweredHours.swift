import ReceiptModel

/// How usual it is that a campaign is not acked at all: where an app sends silent pushes, some always are.
struct UnansweredHours {
  /// The share of campaigns before the judged days of which hardly any push was acked.
  let share: Double

  /// Before anything is known, a twentieth: as if of ten campaigns half of one had no acks.
  private static let prior = (hits: 0.5, of: 10.0)

  init(_ evidence: Evidence) {
    self.init(
      AckHour.byApp(evidence).compactMap { _, hours in
        UsualAcks(hours, minimum: evidence.limits.minimumSends).map { (hours, $0) }
      })
  }

  init(_ apps: some Sequence<(hours: [AckHour], usual: UsualAcks)>) {
    var (hits, count) = Self.prior
    for (hours, usual) in apps {
      for hour in Self.campaigns(hours.filter { !$0.isJudged }) {
        count += 1
        if Self.isUnanswered(hour, usual) { hits += 1 }
      }
    }
    share = hits / count
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

  static func isUnanswered(_ hour: AckHour, _ usual: UsualAcks) -> Bool {
    Double(hour.acked) <= 0.2 * usual.expected(hour)
  }
}
