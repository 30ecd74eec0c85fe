import ReceiptModel

/// The failures of the judged hours against those before.
struct FailureChange {
  /// The share in the judged hours.
  var now: Rate
  /// The share before the change began; its denominator is 0 where there is no history.
  var before: Rate
  /// When the change began; `nil` where it never did.
  var since: Instant?
  /// From then until the last hour that was not as before.
  var stretch: Rate
  /// Whether the last hours look as before again.
  var hasEnded: Bool
  /// How likely so many failures are if nothing changed.
  var chance: Double
  /// Whether failures rose by enough to matter.
  var hasRisen: Bool

  /// Compares a series.
  ///
  /// Where the change lies before the judged hours, what came after it is no measure. Then the judged hours are
  /// compared with what came before it, and the chance is multiplied by the number of hours with sends, each of which
  /// it could have been (Bonferroni).
  init(_ series: FailureSeries, _ evidence: Evidence) {
    let (judged, past) = (evidence.judgedHours, evidence.pastHours)
    let limits = evidence.limits
    now = series.rate(judged)
    let last = Self.lastHour(series, judged, past, limits)
    hasEnded = last != nil
    let end = last ?? judged.last ?? 0
    let until = (past + judged).filter { $0 <= end }
    let onset = Onset.time(
      of: until.map { (Instant(milliseconds: evidence.hours[$0].start), series.rate([$0])) })
    let begun = until.filter { evidence.hours[$0].start >= onset?.milliseconds ?? .min }
    let earlier = past.filter { evidence.hours[$0].start < onset?.milliseconds ?? .min }
    stretch = series.rate(begun)
    before = series.rate(past)
    var tests = 1
    let (all, first) = (before, series.rate(earlier))
    if first.denominator >= limits.minimumSends, (first.value ?? 1) < (all.value ?? 0), begun != until {
      before = first
      tests = until.count { series.tried[$0] > 0 }
    }
    let share = now.value ?? 0
    // Without a history there is no usual share, so the limit for a note is the measure.
    let usual = before.value ?? limits.failureShare
    let chance =
      before.denominator > 0
      ? Chance.ofLower((before.numerator, before.denominator), than: (now.numerator, now.denominator))
      : Self.chance(ofAtLeast: now, share: usual)
    self.chance = min(1, chance * Double(tests))
    hasRisen = share - usual >= max(limits.failureRise, usual / 2)
    since = hasRisen || stretch.value ?? 0 > share ? onset : nil
    guard !hasRisen, share >= limits.failureLoss else { return }
    // It has been as bad for as long as was looked back, which is still too bad.
    hasRisen = true
    self.chance = Self.chance(ofAtLeast: now, share: limits.failureShare)
    since = onset
  }

  /// Whether pushes are surely being lost, rather than some of them refused.
  func isLoss(_ limits: Evidence.Limits) -> Bool {
    !hasEnded && stretch.interval?.lowerBound ?? 0 >= limits.failureLoss
  }

  /// The last hour that was not as before, if the hours since are enough to say that it is over.
  private static func lastHour(
    _ series: FailureSeries, _ judged: [Int], _ past: [Int], _ limits: Evidence.Limits
  ) -> Int? {
    let usual = series.rate(past).value ?? 0
    let middle = ((series.rate(judged).value ?? 0) + usual) / 2
    guard middle > usual else { return nil }
    guard
      let last = judged.last(where: {
        series.failed[$0] > 0 && Double(series.failed[$0]) >= middle * Double(series.tried[$0])
      })
    else { return nil }
    let (bad, since) = (
      series.rate(judged.filter { $0 <= last }), series.rate(judged.filter { $0 > last })
    )
    guard since.denominator >= limits.minimumSends else { return nil }
    let chance = Chance.ofLower((since.numerator, since.denominator), than: (bad.numerator, bad.denominator))
    return chance < limits.chance ? last : nil
  }

  private static func chance(ofAtLeast rate: Rate, share: Double) -> Double {
    let (count, n) = (Double(rate.numerator), Double(rate.denominator))
    let variance = n * share * (1 - share)
    guard variance > 100 else {
      return Chance.ofAtLeast(rate.numerator, of: rate.denominator, share: share)
    }
    return Chance.upperTail((count - 0.5 - n * share) / variance.squareRoot())
  }
}
