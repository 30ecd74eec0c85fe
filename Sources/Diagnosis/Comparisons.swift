import ReceiptModel
import Threads

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
  /// The versions of each AppKey that people move to.
  private let new: [CohortKey: Set<String>]
  let losses: [BuildLoss]
  let stretches: [SilentStretch]
  let outages: Outages
  /// Versions that ack nothing any more, by AppKey and version.
  private let stopped: Set<CohortKey>
  /// What `Evidence` has under the same names, by AppKey.
  let cells: CellsByApp
  let hourCells: CellsByApp
  /// Pushes that were acked in time, by the hour of the send, over `hours` of `Evidence`.
  let ackedByHour: [Int]

  init(_ evidence: Evidence) {
    let builds = [evidence.versions, evidence.pastVersions].concurrentMap { AppBuilds.all($0) }
    apps = builds[0]
    total = evidence.versions.sum(evidence.versions.indices)
    let past = builds[1].reduce(into: [:]) { $0[CohortKey(day: 0, appKey: $1.appKey, parts: [])] = $1 }
    self.past = past
    let new = builds[0].reduce(into: [CohortKey: Set<String>]()) { new, app in
      let key = CohortKey(day: 0, appKey: app.appKey, parts: [])
      new[key] = app.newVersions(before: past[key], least: evidence.limits.minimumSends)
    }
    self.new = new
    cells = CellsByApp(evidence.cells)
    hourCells = CellsByApp(evidence.hourCells)
    ackedByHour = evidence.hourCells.reduce(into: evidence.hours.map { _ in 0 }) { acked, cell in
      if acked.indices.contains(cell.key.day) { acked[cell.key.day] += cell.counts.promptAckRate.numerator }
    }
    outages = Outages(evidence)
    stretches = SilentStretch.all(evidence, limit: evidence.limits.chance)
    let stopped = Set(
      stretches.filter(\.isSilent).map { CohortKey(day: 0, appKey: $0.appKey, parts: [$0.version]) })
    self.stopped = stopped
    losses = BuildLoss.all(evidence).map { loss in
      var loss = loss
      loss.isNew = new[CohortKey(day: 0, appKey: loss.appKey, parts: [])]?.contains(loss.version) ?? false
      loss.isStopped = stopped.contains(CohortKey(day: 0, appKey: loss.appKey, parts: [loss.version]))
      return loss
    }
  }

  func isStopped(_ appKey: String, _ version: String) -> Bool {
    stopped.contains(CohortKey(day: 0, appKey: appKey, parts: [version]))
  }

  func newVersions(of appKey: String) -> Set<String> {
    new[CohortKey(day: 0, appKey: appKey, parts: [])] ?? []
  }

  func past(of appKey: String) -> AppBuilds? { past[CohortKey(day: 0, appKey: appKey, parts: [])] }
}
