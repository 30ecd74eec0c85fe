package import ReceiptModel

extension Diagnosis {
  /// Findings, and what more days say of builds that the judged ones have too few pushes of.
  ///
  /// A build with thirty pushes a day may lose half of its acks for a week before one day is enough to show it. Of a
  /// week only silence and missing acks of opened pushes, or on some networks, are taken: that devices of one build are
  /// off a little more often than those of others is beyond chance, too, once there are pushes enough. And nothing is
  /// taken of a build that the judged days have no pushes of, or show to be well; nor of an AppKey that loses the acks of
  /// all builds, since a new build has most of its pushes in just these hours.
  ///
  /// - Parameters:
  ///   - findings: of the judged days.
  ///   - longer: the evidence of more days, of which the judged ones are the last.
  package static func addingBuilds(
    _ findings: [Finding], judging judged: Evidence, by longer: Evidence
  ) -> [Finding] {
    let losses = BuildLoss.all(longer)
    let shown = Set(losses.filter { $0.basis != .sent || $0.isOnNetworks }.map(build))
    let over = builds(of: losses, thatAreWellIn: judged)
    let added = self.findings(longer, rules: Rule.aboutBuilds).filter { finding in
      guard let build = build(finding), !over.contains(build), !findings.say(finding.code, of: build),
        !findings.sayOfAllBuilds(of: finding.appKey)
      else { return false }
      let present = judged.versions.series(of: build.appKey, build.parts[0]).places
      return judged.versions.sum(present)[.ackEligible] > 0
        && (finding.code == .extensionSilent || shown.contains(build))
    }
    let names = Set(added.map(FindingName.init))
    let others = findings.filter { !names.contains(FindingName($0)) }
    return (others + added.map { $0.judged(over: longer.scope.window) }).withoutNeedless.sorted()
  }

  /// The builds that the judged days show to be well: on the networks in question, where the longer ones show some, and
  /// against what their devices acked before, where that is what tells.
  private static func builds(of losses: [BuildLoss], thatAreWellIn judged: Evidence) -> Set<CohortKey> {
    let (onNetworks, moved) = (losses.filter(\.isOnNetworks), losses.filter { $0.basis == .moved })
    let judgedLosses = BuildLoss.all(judged)
    let well = judgedLosses.filter { $0.share != nil && $0.lost < judged.limits.lostAcks }
    let over = onNetworks.filter { loss in
      loss.fall?.isOver(
        in: judged.devices.slices.filter {
          $0.appKey.hasSameBytes(as: loss.appKey) && $0.appVersion.hasSameBytes(as: loss.version)
        }) == true
    }
    let middles = Dictionary(
      moved.compactMap { loss in loss.moved.map { (build(loss), ($0.one + $0.other) / 2) } },
      uniquingKeysWith: { first, _ in first })
    let asBefore = judgedLosses.filter { loss in
      middles[build(loss)].map { Rate(loss.acked, of: loss.eligible).value ?? 0 >= $0 } ?? false
    }
    return Set(well.map(build)).subtracting((onNetworks + moved).map(build))
      .union((over + asBefore).map(build))
  }

  /// AppKey and version of what is about a version.
  fileprivate static func build(_ finding: Finding) -> CohortKey? {
    finding.scope[.appVersion].map { CohortKey(day: 0, appKey: finding.appKey, parts: [$0]) }
  }

  private static func build(_ loss: BuildLoss) -> CohortKey {
    CohortKey(day: 0, appKey: loss.appKey, parts: [loss.version])
  }
}

extension [Finding] {
  /// Whether they say that the acks of all builds are missing.
  fileprivate func sayOfAllBuilds(of appKey: String) -> Bool {
    contains { finding in
      [.extensionSilent, .ackOutage].contains(finding.code) && finding.severity != .info
        && finding.scope[.appVersion] == nil && finding.scope[.osVersion] == nil
        && (finding.appKey.isEmpty || finding.appKey.hasSameBytes(as: appKey))
    }
  }

  /// Whether they say as much of a build: a note says less than any cause, and so does that it is acked less than the
  /// version before.
  fileprivate func say(_ code: FindingCode, of build: CohortKey) -> Bool {
    let codes = Rule.aboutBuilds.map(\.code).filter { $0 != .versionRegression || code == .versionRegression }
    return contains { codes.contains($0.code) && $0.severity != .info && Diagnosis.build($0) == build }
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
