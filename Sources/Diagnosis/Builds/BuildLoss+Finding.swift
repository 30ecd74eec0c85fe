import Prose
import ReceiptModel

extension BuildLoss {
  /// What the acks that came say.
  ///
  /// Without even a hint at one of the causes it says nothing, unless many opened pushes show that acks get lost: fewer
  /// acks of all sends may only mean fewer devices that are on, and a dozen opens do not show that it is the
  /// extension's time or handler rather than something else in the build. Of a version that people move to,
  /// `version_regression` tells the loss with no narrower cause.
  var picture: TimeTraces.Picture {
    let isTold = traces.isHinted || (basis == .opened && hasManyOpens && !isNew)
    return traces.picture == .either && !isTold ? .neither : traces.picture
  }

  /// Whether acks are surely missing on some networks and not on all, as they are where the handler is called early.
  var isOnNetworks: Bool { fall?.parts.isEmpty == false }

  /// Whether the loss is worth a finding: how far the build lies below its peers, and whether nothing else says why.
  func isMaterial(_ evidence: Evidence) -> Bool {
    !isStopped && lostShare >= evidence.limits.lostAcks && !areForeign(lost * Double(eligible), evidence)
  }

  /// The share of the acks that were to come, of pushes that arrived or of devices that ack; else that of all pushes, of
  /// which many reach nobody.
  private var lostShare: Double {
    guard basis != .sent, let share, share.other > 0 else { return lost }
    return lost / share.other
  }

  /// Whether it is a share of what is to be expected that `version_regression` reports.
  func isFall(_ evidence: Evidence) -> Bool {
    share.map { $0.one <= (1 - evidence.limits.ackRateFall) * $0.other } ?? false
  }

  /// Whether missing acks came under a foreign AppKey: `app_key_mismatch` proves what is wrong with such a build.
  func areForeign(_ missing: Double, _ evidence: Evidence) -> Bool {
    Double(figures(evidence)[.mismatch]) >= 0.5 * missing
  }

  /// The finding without its cause.
  func finding(_ code: FindingCode, _ evidence: Evidence, cause: Phrase, rivals: [Rival], nextStep: Phrase)
    -> Finding
  {
    Finding(
      code, weight * lost >= evidence.limits.buildShare ? .critical : .warning, appKey: appKey,
      scope: .of(.appVersion, version), since: since(evidence), deliveries: eligible, devices: devices,
      observed: observed.value, expected: share?.other, interval: observed.interval, cause: cause,
      rivals: rivals, nextStep: nextStep, rows: "deliveries-of")
  }

  /// The finding that names both causes, under the code of the one that looks likelier.
  ///
  /// Where only sends tell of the loss it is a note: people who never update use the app less, and of many old builds some
  /// show a hint by chance.
  func undecided(_ code: FindingCode, _ evidence: Evidence) -> Finding {
    let picture: Phrase =
      basis != .sent
      ? """
      acks of this build get lost, and the log does not say whether its extension runs out of time or calls its \
      handler too early
      """
      : """
      acks of this build are missing, and the log does not say whether its extension runs out of time or calls its \
      handler too early
      """
    var finding = finding(
      code, evidence, cause: "\(picture): \(comparison)\(traces.hints)\(timeouts(evidence))",
      rivals: (code == .extensionTimeouts ? Self.undecidedRivals : Self.undecidedRivals.reversed()) + [
        basis != .sent
          ? Self.blocked
          : Rival(
            "devices of this build are off or out of reach more often",
            settledBy: "whether opened pushes of this build are acked, once more data are in")
      ],
      nextStep:
        "check when this build's extension calls its handler, and whether it does slow work before that")
    if basis == .sent { finding.severity = .info }
    return finding
  }

  /// Where the log says neither.
  static let undecidedRivals = [
    Rival(
      "the extension's time runs out", settledBy: "more data: late and repeated acks, and slow networks"),
    Rival(
      "the extension calls its handler before the request has ended", settledBy: "the extension's code"),
  ]

  static let blocked = Rival(
    "requests of this build are blocked", settledBy: "the address the build sends its acks to")

  /// `81.0 % of 500 opened pushes were acked, against 97.2 % for other builds on the same networks`.
  var comparison: Phrase {
    let own = Figures.percent(observed.value ?? 0)
    let others = Figures.percent(share?.other ?? 0)
    if basis == .moved {
      return """
        \(own) of \(observed.denominator) sent pushes were acked, against \(others) to be expected of the same devices by \
        what they acked before they had this build
        """
    }
    if basis == .newest {
      return """
        \(own) of \(observed.denominator) sent pushes were acked, against \(others) of those to older versions in the same \
        hours
        """
    }
    if basis == .opened || ackRate == nil {
      return """
        \(own) of \(observed.denominator) opened pushes were acked, against \(others) for other builds on the same \
        networks
        """
    }
    return """
      \(own) of \(observed.denominator) sent pushes were acked, against \(others) for other builds on the same \
      networks
      """
  }

  /// `; not acked in time: 10 acked later, 20 lost, 300 silent`, when it is known.
  func timeouts(_ evidence: Evidence) -> Phrase {
    let counts = figures(evidence)
    guard counts.ackTimeout > 0 else { return .empty }
    return """
      ; not acked in time: \(counts[.timeoutLate]) acked later, \(counts[.timeoutLost]) lost (the device answered in \
      another way), \(counts[.timeoutSilent]) silent
      """
  }

  /// The counters of the build in the judged days.
  private func figures(_ evidence: Evidence) -> Counts {
    evidence.versions.sum(evidence.versions.series(of: appKey, version).places)
  }

  /// When the build's acks fell; where they have been few since the first push, the time of that push.
  private func since(_ evidence: Evidence) -> Instant? {
    var series: [(time: Instant, rate: Rate)] = []
    let cells = evidence.buildHours
    for place in cells.series(of: appKey, version).places {
      let hour = evidence.hours[cells.day(at: place)]
      guard hour.end <= evidence.scope.settledUntil else { continue }
      series.append((Instant(milliseconds: hour.start), Metric.ackRate.rate(cells.counts(at: place))))
    }
    series.removeAll { $0.rate.denominator == 0 }
    guard let change = Onset.time(of: series), let pair = moved ?? ackRate ?? coverage else {
      return evidence.judgedSince
    }
    let before = series.filter { $0.time < change }.reduce(into: Rate(0, of: 0)) { $0.add($1.rate) }
    // A change between two low rates is not the one in question.
    guard let share = before.value, share >= (pair.one + pair.other) / 2 else { return series.first?.time }
    return change
  }
}
