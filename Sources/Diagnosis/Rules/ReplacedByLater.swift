import Prose
import ReceiptModel

extension Rule {
  /// Pushes that no device answered were replaced by later ones while the device was out of reach.
  ///
  /// APNs keeps one push of an app for such a device. A push counts when the device's first ack after it is that of a later
  /// push which had waited for more than ten minutes. Some pushes stand before such an ack by chance, so they must go
  /// unanswered more often there than before prompt acks.
  package static let replacedByLater = Rule(.replacedByLater) { evidence in
    evidence.devices.apps.compactMap { app in
      let sums = evidence.devices.slices.filter { $0.appKey.hasSameBytes(as: app.appKey) }
      let eligible = sums.reduce(0) { $0 + $1.eligible }
      let acked = sums.reduce(0) { $0 + $1.acked }
      let (long, prompt) = (app.beforeLongWait, app.beforePromptAck)
      guard long.denominator > 0, prompt.denominator > 0 else { return nil }
      let chance = Chance.ofLower(
        (long.numerator, long.denominator), than: (prompt.numerator, prompt.denominator))
      let replaced = Rate(app.replaced, of: eligible)
      guard let share = replaced.value, share >= evidence.limits.replacedShare,
        let with = Rate(acked, of: eligible).value,
        let without = Rate(acked, of: eligible - app.replaced).value
      else { return Suspicion(chance: chance, finding: nil) }
      return Suspicion(
        chance: chance,
        finding: Finding(
          .replacedByLater, .info, appKey: app.appKey,
          since: evidence.judgedSince,
          deliveries: app.replaced, observed: share, interval: replaced.interval,
          cause:
            """
            devices were out of reach, and the gateway kept only the newest push for them: without these pushes the \
            ack rate is \(Figures.percent(without)), with them \(Figures.percent(with)); this is expected, and no fault of \
            the app
            """,
          rivals: [
            Rival(
              "acks of these pushes got lost on bad connections",
              settledBy: "nothing in the log; the device's console"),
            Rival(
              "the sender replaces pushes itself (collapse id)", settledBy: "the payloads of the messages"),
          ],
          nextStep: "leave these pushes out when you judge the ack rate; send less often if each one matters")
      )
    }
  }
}
