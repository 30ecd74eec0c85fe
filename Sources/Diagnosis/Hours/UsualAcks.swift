import ReceiptModel

/// The acks and opens that are usual in an hour.
struct UsualAcks: Sendable {
  private(set) var openShare: Double
  private var share: Double
  /// Sums by hour of the UTC day.
  private var byHour = Array(repeating: Sum(), count: 24)
  /// How alike the acks of one hour's pushes are, from 0 (each push is acked by itself) to 1.
  ///
  /// They are alike: one campaign goes to people who look at their phones all day, the next to people who hardly do. So
  /// a campaign to thousands tells little more about the server than one to a hundred.
  private(set) var likeness = Self.likenessUnlessKnown

  /// Pushes and acks, those of each hour weighed by how much they tell.
  private struct Sum {
    var acked = 0.0
    var sent = 0.0

    mutating func add(_ hour: AckHour, times weight: Double) {
      acked += weight * Double(hour.acked)
      sent += weight * Double(hour.eligible)
    }
  }

  /// From the hours before the judged days, or where those have too few sends, from the judged ones.
  ///
  /// - Returns: `nil` with fewer than `minimum` sends, or without acks.
  init?(_ hours: [AckHour], minimum: Int) {
    let before = hours.filter { !$0.isJudged }
    let isPast = before.ackRate.denominator >= minimum
    let past = isPast ? before : hours
    let rate = past.ackRate
    guard rate.denominator >= minimum, rate.numerator > 0, let share = rate.value else { return nil }
    self.share = share
    openShare = past.openRate.value ?? 0
    // An hour must not be compared with itself.
    guard isPast else { return }
    for hour in past { byHour[Self.hourOfDay(hour)].add(hour, times: Self.weight(hour)) }
    likeness = likeness(of: past)
  }

  /// As if campaigns of 50 % vary by 10 points, which three campaigns of so many pushes each tell.
  private static let likenessUnlessKnown = 0.04
  private static let pushesOfCampaign = 100.0

  /// The intraclass correlation, by moments.
  ///
  /// M. Ridout, C. Demétrio and D. Firth, "Estimating intraclass correlation for binary data", Biometrics 55 (1999).
  /// Each hour is compared with the others, and none counts for more than a usual campaign. Hours of which hardly any push
  /// was acked are left out: an outage of the past must not hide the next one.
  private func likeness(of hours: [AckHour]) -> Double {
    var pairs = 3 * Self.pushesOfCampaign * (Self.pushesOfCampaign - 1)
    var alike = Self.likenessUnlessKnown * pairs
    for hour in hours where hour.eligible > 1 && !UnansweredHours.isUnanswered(hour, self) {
      var others = byHour[Self.hourOfDay(hour)]
      others.add(hour, times: -Self.weight(hour))
      let (count, share) = (Double(hour.eligible), share(others))
      let difference = Double(hour.acked) - count * share
      let variance = max(share * (1 - share), 1e-9)
      let told = min(count, Self.pushesOfCampaign)
      pairs += told * (told - 1)
      alike += told * (told - 1) * (difference * difference / variance - count) / (count * (count - 1))
    }
    return min(1, max(0, alike / pairs))
  }

  /// How many times as much the acks of so many pushes of one hour vary as if each were acked by itself.
  func dispersion(of pushes: Int) -> Double { 1 + likeness * Double(max(0, pushes - 1)) }

  /// The number of an hour's sends that are usually acked in time.
  func expected(_ hour: AckHour) -> Double {
    Double(hour.eligible) * share(byHour[Self.hourOfDay(hour)])
  }

  /// At night phones are off, so each hour is compared with the same hour of other days; the figures of all hours count
  /// beside it as much as fifty sends.
  private func share(_ sum: Sum) -> Double { (sum.acked + 50 * share) / (sum.sent + 50) }

  /// How much a push of an hour tells of what is usual.
  private static func weight(_ hour: AckHour) -> Double {
    1 / (1 + likenessUnlessKnown * Double(max(0, hour.eligible - 1)))
  }

  private static func hourOfDay(_ hour: AckHour) -> Int {
    let hours = hour.start >= 0 ? hour.start / 3_600_000 : 0
    return Int(hours % 24)
  }
}
