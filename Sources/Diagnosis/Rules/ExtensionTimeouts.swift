import Prose
import ReceiptModel

extension Rule {
  /// The extension of a build, or of all builds on one kind of network, runs out of time before its ack gets through.
  ///
  /// Where extensions hand in their own log, it says so itself, and that is a fact without rivals. Elsewhere fewer acks
  /// than the peers' alone do not say why. The acks that do come show that time is the reason: more of them in the
  /// seconds of the second and third try, more proved second tries, fewer on slow networks than on fast ones. Where
  /// they show the opposite it is `handler_called_early`; where they show neither although there are data to show it,
  /// this rule says nothing.
  package static let extensionTimeouts = Rule(.extensionTimeouts) { evidence in
    let logged = evidence.beside.extensions.compactMap { ranOut($0, evidence) }
    let losses = evidence.comparisons.losses
    func isLogged(_ loss: BuildLoss) -> Bool {
      logged.contains {
        $0.appKey.hasSameBytes(as: loss.appKey)
          && ($0.scope[.appVersion] ?? "").hasSameBytes(as: loss.version)
      }
    }
    let inferred = losses.map { loss -> Suspicion in
      guard loss.isMaterial(evidence) else { return Suspicion(chance: loss.chance, finding: nil) }
      let finding: Finding? =
        switch loss.picture {
        case _ where isLogged(loss) || loss.isOnNetworks: nil
        case .time: timedOut(loss, evidence)
        case .either where !loss.traces.leansEarly: loss.undecided(.extensionTimeouts, evidence)
        default: nil
        }
      // Where only sends tell of the loss, it may be one of people who seldom ack: what tells that it is time are the signs.
      let areSigns = loss.picture == .time && loss.basis == .sent
      return Suspicion(
        chance: areSigns ? max(loss.chance, loss.traces.chanceOfSigns) : loss.chance, finding: finding)
    }
    let onNetworks = losses.compactMap { loss in
      loss.fall.map { fall in
        Suspicion(
          chance: fall.chance,
          finding: loss.isOnNetworks && !isLogged(loss) && !loss.areForeign(fall.missing, evidence)
            ? lost(loss, on: fall, evidence) : nil)
      }
    }
    return logged.map { Suspicion(chance: 0, finding: $0) } + inferred + onNetworks
      + NetworkLoss.suspicions(evidence, without: losses)
  }

  private static func timedOut(_ loss: BuildLoss, _ evidence: Evidence) -> Finding {
    loss.finding(
      .extensionTimeouts, evidence,
      cause: """
        the extension of this build runs out of time before its ack gets through: \
        \(loss.comparison)\(loss.traces.signs)\(loss.timeouts(evidence))
        """,
      rivals: [
        Rival(
          "the extension calls its handler before the request has ended",
          settledBy: "the extension's code; late or repeated acks would then be missing"),
        Rival(
          "requests of this build are blocked on some networks",
          settledBy: "the address and protocol the build sends its acks to"),
        Rival(
          "the ack server was out of reach for a while", settledBy: "the ack rate of other builds by hour"),
      ],
      nextStep: "measure how long this build's extension runs, its own work first, on the slowest network")
  }

  /// Of a build whose acks are missing on some networks only.
  private static func lost(_ loss: BuildLoss, on fall: NetworkFall, _ evidence: Evidence) -> Finding {
    let time: Phrase =
      "the extension of this build runs out of time on slow networks before its ack gets through"
    let blocked: Phrase = "requests for acks of this build are blocked or lost on some networks"
    let figures: Phrase = """
      on \(fall.networks.joined(separator: ", ")) \(Figures.percent(fall.acked.value ?? 0)) of \
      \(fall.acked.denominator) sent pushes were acked, against \(Figures.percent(fall.expected)) to be expected by \
      other builds there and by this build on other networks
      """
    var finding = loss.finding(
      .extensionTimeouts, evidence,
      cause: "\(fall.isOnSlow ? time : blocked): \(figures)",
      rivals: [
        fall.isOnSlow
          ? Rival(blocked, settledBy: "the address and protocol the build sends its acks to")
          : Rival(time, settledBy: "acks 6 to 17 s after the send, once more data are in"),
        Rival(
          "the ack server was out of reach for a while", settledBy: "the ack rate of other builds by hour"),
      ],
      nextStep: "measure how long this build's extension runs, its own work first, on the slowest network")
    let lost = loss.weight * fall.missing / Double(loss.eligible)
    finding.severity = lost >= evidence.limits.buildShare ? .critical : .warning
    (finding.deliveries, finding.devices) = (fall.acked.denominator, fall.devices)
    (finding.observed, finding.expected) = (fall.acked.value, fall.expected)
    finding.interval = fall.acked.interval
    return finding
  }

  /// The finding from the own log of a build's extension, where enough of its runs ran out of time.
  private static func ranOut(_ times: ExtensionTimes, _ evidence: Evidence) -> Finding? {
    let expired = Rate(times.count(.expired), of: times.runs)
    guard times.runs >= evidence.limits.minimumRuns, let share = expired.value,
      share > 0, share >= evidence.limits.expiredRuns
    else { return nil }
    let figures: Phrase = """
      by the extension's own log, the time that the system gives ran out in \(expired.numerator) of \
      \(expired.denominator) runs before a receipt was answered
      """
    let lengths = times.lengths.percentiles([0.5, 0.95]).compactMap {
      $0.map { Figures.duration($0) }
    }
    var finding = Finding(
      .extensionTimeouts, .warning, appKey: times.appKey, scope: .of(.appVersion, times.appVersion),
      since: times.firstExpired, deliveries: times.runs, observed: share,
      expected: evidence.limits.expiredRuns, interval: expired.interval,
      cause: lengths.count == 2
        ? "\(figures); half of the runs took no more than \(lengths[0]), 95 % no more than \(lengths[1])"
        : figures,
      rivals: [],
      nextStep:
        "see in the extension's log what these runs did before their time ran out; look at attachments first",
      rows: "extension-runs")
    finding.sinceIsFirstJudged = true
    return finding
  }
}
