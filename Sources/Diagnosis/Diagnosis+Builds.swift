package import ReceiptModel

extension Diagnosis {
  /// Findings, and what more days say of builds that the judged ones have too few pushes of.
  ///
  /// A build with thirty pushes a day may lose half of its acks for a week before one day is enough to show it. Of a
  /// week only silence and missing acks of opened pushes, or on some networks, are taken: that devices of one build are
  /// off a little more often than those of others is beyond chance, too, once there are pushes enough. And nothing is
  /// taken of a build that the judged days have no pushes of, or show to be well.
  ///
  /// - Parameters:
  ///   - findings: of the judged days.
  ///   - longer: the evidence of more days, of which the judged ones are the last.
  package static func addingBuilds(
    _ findings: [Finding], judging judged: Evidence, by longer: Evidence
  ) -> [Finding] {
    let known = Set(findings.filter { Rule.aboutBuilds.map(\.code).contains($0.code) }.compactMap(build))
    let losses = BuildLoss.all(longer)
    let told = Set(losses.filter { $0.isCoverageTold || $0.isOnNetworks }.map(build))
    let onNetworks = losses.filter(\.isOnNetworks)
    let well = Set(
      BuildLoss.all(judged).filter { $0.share != nil && $0.lost < judged.limits.lostAcks }.map(build)
    ).subtracting(onNetworks.map(build)).union(
      onNetworks.filter { $0.fall?.isOver(of: $0.appKey, $0.version, in: judged) == true }.map(build))
    let added = self.findings(longer, rules: Rule.aboutBuilds).filter { finding in
      guard let build = build(finding), !known.contains(build), !well.contains(build) else { return false }
      let present = judged.versions.series(of: build.appKey, build.parts[0]).places
      return judged.versions.sum(present)[.ackEligible] > 0
        && (finding.code == .extensionSilent || told.contains(build))
    }
    return (findings + added.map { $0.judged(over: longer.scope.window) }).withoutNeedless.sorted()
  }

  /// AppKey and version of what is about a version.
  private static func build(_ finding: Finding) -> CohortKey? {
    finding.scope[.appVersion].map { CohortKey(day: 0, appKey: finding.appKey, parts: [$0]) }
  }

  private static func build(_ loss: BuildLoss) -> CohortKey {
    CohortKey(day: 0, appKey: loss.appKey, parts: [loss.version])
  }
}

extension Rule {
  /// The rules that say of a build that its acks are missing.
  fileprivate static let aboutBuilds = [
    extensionSilent, extensionTimeouts, handlerCalledEarly, versionRegression,
  ]
}

extension Finding {
  /// The same, which says by which days it was judged.
  package func judged(over window: Range<Int64>?) -> Finding {
    var finding = self
    finding.judged = window
    return finding
  }
}
