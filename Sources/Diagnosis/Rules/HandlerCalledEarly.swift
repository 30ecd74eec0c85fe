import Prose
import ReceiptModel

extension Rule {
  /// A build calls the handler of its extension before the ack's request has ended.
  ///
  /// The call ends the process, and the request with it, so only quick acks get through: they are fewer than the peers'
  /// by about as much on all networks, and none comes from a second or third try. Fewer acks without this trace are not
  /// this.
  package static let handlerCalledEarly = Rule(.handlerCalledEarly) { evidence in
    evidence.comparisons.losses.compactMap { loss -> Suspicion? in
      guard loss.isMaterial(evidence), !loss.isOnNetworks else { return nil }
      let finding: Finding? =
        switch loss.picture {
        case .early: calledEarly(loss, evidence)
        case .either where loss.traces.leansEarly: loss.undecided(.handlerCalledEarly, evidence)
        default: nil
        }
      // `extension_timeouts` counts the comparisons that find nothing here.
      return finding.map { Suspicion(chance: loss.chance, finding: $0) }
    }
  }

  private static func calledEarly(_ loss: BuildLoss, _ evidence: Evidence) -> Finding {
    loss.finding(
      .handlerCalledEarly, evidence,
      cause: """
        the extension of this build calls its handler before the ack's request has ended: \
        \(loss.comparison)\(loss.traces.signs)\(loss.traces.evenness)
        """,
      rivals: [
        Rival(
          "the extension's time runs out",
          settledBy: "acks of later tries and on slow networks, once more data are in"),
        Rival(
          "the build's extension does not try again, and its first request often fails",
          settledBy: "the version of the extension SDK in the build"),
        BuildLoss.blocked,
      ],
      nextStep:
        "look in this build's extension for a call of the content handler outside the ack's completion")
  }
}
