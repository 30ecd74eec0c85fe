import ReceiptModel

extension Rule {
  /// Acks take longer than they did, or a build's take longer than those of other builds.
  ///
  /// By definition a twentieth of all acks is slower than the history's 95th percentile. Only acks within the settle
  /// time count, so that old and new days compare, and a phone that was off for hours makes no slow ack.
  /// `extension_timeouts` names a build whose time runs out. What slow builds explain is not told of their AppKey again.
  package static let ackLatencyRegression = Rule(.ackLatencyRegression) { evidence in
    let timedOut = evidence.comparisons.losses.filter { $0.picture == .time && $0.isMaterial(evidence) }
      .map { CohortKey(day: 0, appKey: $0.appKey, parts: [$0.version]) }
    let builds = SlowerAcks.byBuild(evidence, without: Set(timedOut))
    let slow = builds.filter { $0.suspicion.finding != nil && $0.suspicion.chance < evidence.limits.chance }
    let named = Set(timedOut + slow.map(\.build))
    return AckHour.byApp(evidence).compactMap { appKey, hours in
      SlowerAcks.overTime(appKey, hours, evidence, besides: named)
    } + builds.map(\.suspicion)
  }
}
