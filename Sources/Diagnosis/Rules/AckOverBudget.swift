internal import ReceiptModel

extension Rule {
  /// Acks come later than the extension SDK's own budget of 17 s.
  ///
  /// Such a push waited before its extension began, at least for what is above the budget, and often for a phone that was
  /// off: that is worth knowing, not an alarm. It is a warning when the share is well above the AppKey's own history; and
  /// without one when acks of 17 to 60 s alone, which phones that were off seldom explain, are above the limit.
  package static let ackOverBudget = Rule(.ackOverBudget) { evidence in
    evidence.appKeys.flatMap { appKey -> [Suspicion] in
      let counts = evidence.counts(of: appKey)
      let now = Rate(counts[.overBudget], of: counts[.acked])
      guard now.denominator >= evidence.limits.minimumSends, let share = now.value else { return [] }
      let past = history(of: appKey, evidence)
      let usual = past.denominator >= evidence.limits.minimumSends ? past.value : nil
      let chance = Chance.ofLower(
        (now.denominator - now.numerator, now.denominator),
        than: (past.denominator - past.numerator, past.denominator))
      guard share >= evidence.limits.overBudget else { return [Suspicion(chance: chance, finding: nil)] }
      if let usual, share >= 1.5 * usual, chance < evidence.limits.chance {
        return [Suspicion(chance: chance, finding: finding(appKey, now, usual, isMore: true, evidence))]
      }
      // That there are many is a fact; that they are more than ever is not.
      let fact = finding(appKey, now, usual, isMore: false, evidence)
      return [Suspicion(chance: chance, finding: nil), Suspicion(chance: 0, finding: fact)]
    }
  }

  private static func history(of appKey: String, _ evidence: Evidence) -> Rate {
    evidence.cells.reduce(into: Rate(0, of: 0)) { rate, cell in
      guard cell.key.appKey.utf8.elementsEqual(appKey.utf8), !evidence.isJudged(cell.key.day) else { return }
      rate.numerator += cell.counts[.overBudget]
      rate.denominator += cell.counts[.acked]
    }
  }

  private static func finding(
    _ appKey: String, _ now: Rate, _ usual: Double?, isMore: Bool, _ evidence: Evidence
  ) -> Finding {
    let latencies = latencies(of: appKey, evidence)
    let soon = Double(latencies.count(from: DisplayDelay.budget, to: 60_000))
    let isManySoon = soon >= evidence.limits.overBudget * Double(now.denominator)
    let isWarning = isMore || (usual == nil && isManySoon)
    let over = latencies.count(from: DisplayDelay.budget, to: .max)
    let long = over > 0 ? 1 - soon / Double(over) : 0
    var bound = ""
    if let delay = DisplayDelay(latencies) {
      bound =
        "; for their acks people waited for banners at most \(Words.duration(milliseconds: Double(delay.median)))"
        + " for half of them, \(Words.duration(milliseconds: Double(delay.high))) for 95 %, and"
        + " \(Words.duration(milliseconds: delay.total)) in all (upper bounds: the way to the device is part of them)"
    }
    return Finding(
      .ackOverBudget, isWarning ? .warning : .info, appKey: appKey,
      since: evidence.scope.days.first.map { Instant(milliseconds: $0.start) },
      deliveries: now.numerator, observed: now.value, expected: usual, interval: now.interval,
      cause: "these pushes waited before their extension began, for at least what their acks took above 17 s;"
        + " \(Words.percent(long)) of them for longer than a minute, as when a device is out of reach\(bound)",
      rivals: [
        Rival(
          "the gateway hands pushes over late", settledBy: "latencies of other AppKeys of the same hours"),
        Rival(
          "the extension does slow work of its own first",
          settledBy: "acks of 17 to 30 s by app version: a device out of reach makes them longer"),
      ],
      nextStep:
        "see where the waits lie: below a minute look at the extension, above it at devices and gateway",
      rows: "ack-latency-histogram")
  }

  private static func latencies(of appKey: String, _ evidence: Evidence) -> LatencyHistogram {
    let days = evidence.scope.days
    guard let first = days.first, let last = days.last else { return LatencyHistogram() }
    return evidence.hourCells.reduce(into: LatencyHistogram()) { sum, cell in
      let hour = evidence.hours[cell.key.day]
      guard cell.key.appKey.utf8.elementsEqual(appKey.utf8), hour.start >= first.start, hour.end <= last.end
      else { return }
      sum.add(cell.latencies)
    }
  }
}
