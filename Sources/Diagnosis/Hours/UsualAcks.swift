import ReceiptModel

/// The acks and opens that are usual in an hour.
struct UsualAcks: Sendable {
  private(set) var openShare: Double
  /// Of the hours before the judged days.
  private(set) var opens = UsualOpens()
  private var share: Double
  /// Sums by hour of the UTC day.
  private var byHour = Array(repeating: Sum(), count: 24)
  /// Of the acks of an hour's pushes; while nothing is known, as if campaigns of 50 % vary by 10 points.
  private(set) var likeness = Likeness(unlessKnown: Self.likenessUnlessKnown)
  /// Of acked pushes, those that are acked later than in time.
  private var late = Rate(0, of: 0)
  private var likenessOfLate = Likeness(unlessKnown: Self.likenessUnlessKnown)

  private static let likenessUnlessKnown = 0.04

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
    addLikeness(of: past)
  }

  /// Compares each hour with the others.
  ///
  /// Those of which hardly any push was acked are left out: an outage of the past must not hide the next one.
  private mutating func addLikeness(of hours: [AckHour]) {
    for hour in hours where !UnansweredHours.isUnanswered(hour, self) {
      var others = byHour[Self.hourOfDay(hour)]
      others.add(hour, times: -Self.weight(hour))
      likeness.add(hour.ackRate, share: share(others))
    }
    // A single push that was acked late is none of these.
    let answered = hours.filter { hour in
      !(UnansweredHours.isTelling(hour, self) && UnansweredHours.isUnanswered(hour, self))
    }
    for hour in answered { late.add(hour.lateShare) }
    for hour in answered { likenessOfLate.add(hour.lateShare, share: lateShare) }
    opens = UsualOpens(answered.map(\.unackedOpens))
  }

  /// The number of an hour's sends that are usually acked in time.
  func expected(_ hour: AckHour) -> Double {
    Double(hour.eligible) * share(byHour[Self.hourOfDay(hour)])
  }

  /// The chance that so many acks of an hour's pushes come late, and so few in time.
  func chance(ofLateAcksIn hour: AckHour) -> Double {
    let count = hour.lateShare.denominator
    var acks = WeighedAcks()
    acks.add(
      Rate(hour.acked, of: count), expected: (1 - lateShare) * Double(count),
      dispersion: likenessOfLate.dispersion(of: count))
    return acks.chance() ?? 1
  }

  /// As if of ten acks more one were late.
  private var lateShare: Double { Double(late.numerator + 1) / Double(late.denominator + 10) }

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
