import ReceiptModel

/// What several rules compare, and cells by AppKey, made once for all of them.
///
/// Each comparison goes through every version and hour.
package struct Comparisons: Sendable {
  /// The judged days by AppKey.
  let apps: [AppBuilds]
  /// All that was counted of the judged days.
  let total: Counts
  /// The days before them.
  let past: [CohortKey: AppBuilds]
  let losses: [BuildLoss]
  let stretches: [SilentStretch]
  /// What `Evidence` has under the same names, by AppKey.
  let cells: CellsByApp
  let versions: CellsByApp
  let pastVersions: CellsByApp
  let hourCells: CellsByApp
  let buildHours: CellsByApp
  let systemHours: CellsByApp

  init(_ evidence: Evidence) {
    apps = AppBuilds.all(evidence.versions)
    total = evidence.versions.reduce(into: Counts()) { $0.add($1.counts) }
    past = AppBuilds.all(evidence.pastVersions)
      .reduce(into: [:]) { $0[CohortKey(day: 0, appKey: $1.appKey, parts: [])] = $1 }
    cells = CellsByApp(evidence.cells)
    versions = CellsByApp(evidence.versions)
    pastVersions = CellsByApp(evidence.pastVersions)
    hourCells = CellsByApp(evidence.hourCells)
    buildHours = CellsByApp(evidence.buildHours)
    systemHours = CellsByApp(evidence.systemHours)
    losses = BuildLoss.all(evidence)
    stretches = SilentStretch.all(evidence, limit: evidence.limits.chance)
  }

  func past(of appKey: String) -> AppBuilds? { past[CohortKey(day: 0, appKey: appKey, parts: [])] }
}
