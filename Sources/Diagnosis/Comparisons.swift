import ReceiptModel

/// What several rules compare, made once for all of them: each goes through every version and hour.
package struct Comparisons: Sendable {
  /// The judged days by AppKey.
  let apps: [AppBuilds]
  /// The days before them.
  let past: [CohortKey: AppBuilds]
  let losses: [BuildLoss]
  let stretches: [SilentStretch]

  init(_ evidence: Evidence) {
    apps = AppBuilds.all(evidence.versions)
    past = AppBuilds.all(evidence.pastVersions)
      .reduce(into: [:]) { $0[CohortKey(day: 0, appKey: $1.appKey, parts: [])] = $1 }
    losses = BuildLoss.all(evidence)
    stretches = SilentStretch.all(evidence, limit: evidence.limits.chance)
  }

  func past(of appKey: String) -> AppBuilds? { past[CohortKey(day: 0, appKey: appKey, parts: [])] }
}
