import Prose
import ReceiptModel

extension Rule {
  /// Devices ack less after their extension took long than the same devices did before.
  ///
  /// The rule compares inside each device, build and network, and leaves out the slow acks themselves. It takes
  /// into account how the acks of devices without slow ones changed over the same days, for the hour of the day or an
  /// outage would look the same.
  package static let extensionThrottled = Rule(.extensionThrottled) { evidence in
    // The pushes after are younger than those before.
    guard evidence.isRipe else { return [] }
    return evidence.devices.apps.compactMap { app in
      let throttling = app.throttling
      guard let rates = throttling.after.rates else { return nil }
      // Where the others rose, nothing is taken away.
      var trend = throttling.others.trend
      if trend.factor > 1 { trend = PairedRates.Trend() }
      let chance = throttling.after.chanceOfLower(than: trend)
      let matters = rates.before * trend.factor - rates.after >= evidence.limits.throttledFall
      return Suspicion(chance: chance, finding: matters ? finding(app, rates, evidence) : nil)
    }
  }

  private static func finding(
    _ app: DeviceApp, _ rates: (after: Double, before: Double), _ evidence: Evidence
  ) -> Finding {
    let trend = app.throttling.others.rates.map { $0.before - $0.after } ?? 0
    let phases = app.throttling.phases
    let names: [(Phrase, Int) -> Phrase] = [
      { "before \($0) of \($1)" }, { "after one \($0) of \($1)" }, { "after two \($0) of \($1)" },
      { "after three or more \($0) of \($1)" },
    ]
    let steps = zip(names, phases).compactMap { name, rate in
      rate.value.map { name(Figures.percent($0), rate.denominator) }
    }
    .joined()
    let others: Phrase =
      trend >= 0
      ? "over the same days other devices fell by \(Figures.percent(abs(trend)))"
      : "over the same days other devices rose by \(Figures.percent(abs(trend)))"
    let after = phases.dropFirst().reduce(into: Rate(0, of: 0)) { $0.add($1) }
    return Finding(
      .extensionThrottled, .warning, appKey: app.appKey,
      since: evidence.judgedSince,
      deliveries: after.denominator, devices: app.throttling.devices, observed: rates.after,
      expected: rates.before,
      cause:
        """
        the system starts the extension less often on devices where it took long before: on the same devices \
        \(Figures.percent(rates.before)) of pushes were acked before the first slow ack and \(Figures.percent(rates.after)) \
        after it (by slow acks: \(steps)); \(others)
        """,
      rivals: [
        Rival(
          "these devices moved to a worse connection, which made acks slow first and then stopped them",
          settledBy: "whether their opens went on as before"),
        Rival(
          "these devices' owners switched notifications off",
          settledBy: "whether later pushes are opened at all"),
      ],
      nextStep: "shorten what the extension does before and after the ack, so that the system starts it again"
    )
  }
}
