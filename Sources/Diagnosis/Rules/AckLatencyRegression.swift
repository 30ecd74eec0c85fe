import ReceiptModel

extension Rule {
  /// Acks take longer than they did, or a build's take longer than those of other builds.
  ///
  /// By definition a twentieth of all acks is slower than the history's 95th percentile. Only acks within the settle
  /// time count, so that old and new days compare, and a phone that was off for hours makes no slow ack.
  /// `extension_timeouts` names a build whose time runs out.
  package static let ackLatencyRegression = Rule(.ackLatencyRegression) { evidence in
    let timedOut = evidence.comparisons.losses.filter { $0.picture == .time && $0.isMaterial(evidence) }
    return AckHour.byApp(evidence).compactMap { appKey, hours in
      SlowerAcks.overTime(appKey, hours, evidence)
    } + SlowerAcks.byBuild(evidence, without: timedOut)
  }
}
