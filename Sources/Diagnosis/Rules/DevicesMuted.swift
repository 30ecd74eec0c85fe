import Prose
import ReceiptModel

extension Rule {
  /// Devices get many pushes over many hours and answer none, although their build acks well.
  ///
  /// Each device is judged by its build's ack rate p, or by the app's where its version is unknown: n unanswered pushes
  /// have the chance (1 - p)^n. The rule also counts how many such devices chance would give.
  package static let devicesMuted = Rule(.devicesMuted) { evidence in
    guard evidence.isRipe else { return [] }
    let devices = SilentDevices.all(evidence)
    return evidence.devices.apps.compactMap { app in
      guard let sums = devices[SilentDevices.key(app.appKey)], sums.judged > 0 else { return nil }
      let rate = Rate(sums.muted, of: sums.judged)
      let usual = sums.expected / Double(sums.judged)
      let chance = Chance.ofAtLeast(sums.muted, of: sums.judged, share: usual)
      guard let share = rate.value, share >= evidence.limits.mutedShare, share >= 2 * usual,
        sums.muted >= evidence.limits.mutedDevices
      else {
        return Suspicion(chance: chance, finding: nil)
      }
      return Suspicion(
        chance: chance,
        finding: Finding(
          .devicesMuted, .info, appKey: app.appKey,
          since: evidence.judgedSince,
          deliveries: sums.pushes, devices: sums.muted, observed: share, expected: usual,
          interval: rate.interval,
          cause: """
            notifications are switched off on these devices: of \(sums.judged) devices with \
            \(evidence.limits.mutedPushes) or more pushes over 12 hours or longer, \(sums.muted) answered none; chance \
            alone would give \(inWords(sums.expected))
            """,
          rivals: [
            Rival(
              "these devices were off or out of reach all the time", settledBy: "pushes to them on other days"
            ),
            Rival(
              "the app was deleted, and its tokens still count as good",
              settledBy: "tokens that the gateway refuses in the next weeks"),
          ],
          nextStep:
            "ask the app to report its notification setting, and stop pushing to devices that have it off"))
    }
  }

  /// `12`, or `fewer than one`.
  private static func inWords(_ expected: Double) -> Phrase {
    expected < 1 ? "fewer than one" : Figures.count(Int(expected.rounded()))
  }
}
