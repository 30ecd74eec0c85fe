import Prose
import ReceiptModel

extension Rule {
  /// Acks come later than the extension SDK's own budget of 17 s.
  ///
  /// What is beyond 30 s, when the system ends an extension, is waiting before the extension began, often for a phone that
  /// was off; below that it may be the extension's own work. So a share is an alarm only when it is well above the AppKey's own history. Phones that were off seldom
  /// explain many acks of 17 to 60 s, so these are worth a note in any case, and a warning without a history; so is any
  /// large share without one.
  package static let ackOverBudget = Rule(.ackOverBudget) { evidence in
    evidence.appKeys.flatMap { appKey -> [Suspicion] in
      let (counts, before) = sums(of: appKey, evidence)
      let now = Rate(counts[.overBudget], of: counts[.acked])
      let past = Rate(before[.overBudget], of: before[.acked])
      let least = evidence.limits.minimumSends
      guard now.denominator >= least, let share = now.value else { return [] }
      let limit = evidence.limits.overBudget
      let latencies = latencies(of: appKey, evidence)
      let soon = latencies.count(from: DisplayDelay.budget, to: 60_000)
      let isManySoon = Double(soon) >= limit * Double(now.denominator)
      guard past.denominator >= least, let usual = past.value else {
        let finding = finding(appKey, isManySoon ? .warning : .info, now, nil, latencies, evidence)
        return share >= limit ? [Suspicion(chance: 0, finding: finding)] : []
      }
      let chance = Chance.ofLower(
        (now.denominator - now.numerator, now.denominator),
        than: (past.denominator - past.numerator, past.denominator))
      // They must be more of all sends, too: where quick acks are lost, late ones are a larger part of the rest.
      let ofSent = Rate(counts[.overBudget], of: counts[.sent]).value ?? 0
      let usuallyOfSent = Rate(before[.overBudget], of: before[.sent]).value ?? 0
      if share >= limit, share >= 1.5 * usual, ofSent >= 1.5 * usuallyOfSent, chance < evidence.limits.chance
      {
        return [
          Suspicion(chance: chance, finding: finding(appKey, .warning, now, usual, latencies, evidence))
        ]
      }
      // It is a fact that there are many, but not that there are more than ever.
      let fact = isManySoon ? finding(appKey, .info, now, usual, latencies, evidence) : nil
      return [Suspicion(chance: chance, finding: nil)]
        + (fact.map { [Suspicion(chance: 0, finding: $0)] } ?? [])
    }
  }

  /// The counters of an AppKey in the judged days and before them.
  private static func sums(of appKey: String, _ evidence: Evidence) -> (judged: Counts, before: Counts) {
    evidence.comparisons.cells[appKey].reduce(into: (Counts(), Counts())) { sums, cell in
      if evidence.isJudged(cell.key.day) { sums.0.add(cell.counts) } else { sums.1.add(cell.counts) }
    }
  }

  private static func finding(
    _ appKey: String, _ severity: Severity, _ now: Rate, _ usual: Double?, _ latencies: LatencyHistogram,
    _ evidence: Evidence
  ) -> Finding {
    let soon = Double(latencies.count(from: DisplayDelay.budget, to: 60_000))
    let over = latencies.count(from: DisplayDelay.budget, to: .max)
    let long = over > 0 ? 1 - soon / Double(over) : 0
    var cause: Phrase = """
      these acks took longer than the 17 s of the extension's three tries; what is beyond 30 s, when the system ends an \
      extension, is waiting before it started; \(Figures.percent(long)) of them took longer than a minute, as when a \
      device is out of reach
      """
    if let delay = DisplayDelay(latencies) {
      cause += """
        ; because of their acks, people waited for half of the banners at most \
        \(Figures.duration(delay.median)), for 95 % of them at most \
        \(Figures.duration(delay.high)), and \(Figures.duration(Int64(delay.total))) in all \
        (upper bounds: the way to the device is part of them)
        """
    }
    return Finding(
      .ackOverBudget, severity, appKey: appKey,
      since: evidence.judgedSince,
      deliveries: now.numerator, observed: now.value, expected: usual, interval: now.interval,
      cause: cause,
      rivals: [
        Rival(
          "the gateway hands pushes over late", settledBy: "latencies of other AppKeys of the same hours"),
        Rival(
          "the extension does slow work of its own first",
          settledBy: "acks of 17 to 30 s by app version: a device out of reach makes them longer"),
      ],
      nextStep:
        """
        see how long the waits are, as `pushledger query ack-latency-histogram` tells: below a minute look at the \
        extension, above it at devices and gateway
        """,
      rows: "deliveries-of")
  }

  private static func latencies(of appKey: String, _ evidence: Evidence) -> LatencyHistogram {
    let days = evidence.scope.days
    guard let first = days.first, let last = days.last else { return LatencyHistogram() }
    return evidence.comparisons.hourCells[appKey].reduce(into: LatencyHistogram()) { sum, cell in
      let hour = evidence.hours[cell.key.day]
      guard hour.start >= first.start, hour.end <= last.end else { return }
      sum.add(cell.latencies)
    }
  }
}
