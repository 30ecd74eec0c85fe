internal import Prose
internal import ReceiptModel

extension Rule {
  /// The extension of a build, or of all builds on one kind of network, runs out of time before its ack gets through.
  ///
  /// Fewer acks than the peers' alone do not say why. That time is the reason shows in the acks that do come: more of
  /// them in the seconds of the second and third try, more proved second tries, fewer on slow networks than on fast ones.
  /// Where the opposite shows it is `handler_called_early`; where neither does although there are data to show it,
  /// nothing is said here.
  package static let extensionTimeouts = Rule(.extensionTimeouts) { evidence in
    let losses = BuildLoss.all(evidence)
    return losses.map { loss in
      let finding: Finding? =
        switch loss.picture {
        case .time: timedOut(loss, evidence)
        case .either where !loss.traces.leansEarly: loss.undecided(.extensionTimeouts, evidence)
        default: nil
        }
      return Suspicion(chance: loss.chance, finding: loss.isMaterial(evidence) ? finding : nil)
    } + NetworkLoss.suspicions(evidence, without: losses)
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
          "the extension's handler is called before the request has ended",
          settledBy: "the extension's code; late or repeated acks would then be missing"),
        Rival(
          "requests of this build are blocked on some networks",
          settledBy: "the address and protocol the build sends its acks to"),
        Rival(
          "the ack server was out of reach for a while", settledBy: "the ack rate of other builds by hour"),
      ],
      nextStep: "measure how long this build's extension runs, its own work first, on the slowest network")
  }
}
