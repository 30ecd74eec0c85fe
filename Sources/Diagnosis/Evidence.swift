package import ReceiptModel

/// What the rules look at: plain values, so that every rule is a function that a test can call.
package struct Evidence: Sendable {
  /// The days that are judged, and "now".
  package var scope: CohortScope
  /// Counters by AppKey and channel; `day` is the place in `history`.
  package var cells: [CohortCell]
  /// The days of `cells`: those that are judged and what went before.
  package var history: [DaySpan]
  /// Counters by AppKey, app version and OS version, of the judged days.
  package var versions: [CohortCell]
  /// Flags of the judged days.
  package var flags: [FlagCount]
  package var health: Health
  /// The present by the clock; `nil` when as-of was named, and then nothing is stale.
  package var clock: Instant?
  package var limits: Limits

  package init(
    scope: CohortScope, cells: [CohortCell] = [], history: [DaySpan]? = nil, versions: [CohortCell] = [],
    flags: [FlagCount] = [], health: Health = Health(), clock: Instant? = nil, limits: Limits = Limits()
  ) {
    self.scope = scope
    self.cells = cells
    self.history = history ?? scope.days
    self.versions = versions
    self.flags = flags
    self.health = health
    self.clock = clock
    self.limits = limits
  }

  /// Where rules draw their lines.
  package struct Limits: Sendable {
    /// The share of refused lines from which on they are a warning.
    package var refusedShare = 0.01
    /// How old the newest event may be, milliseconds.
    package var staleAfter: Int64 = 24 * 3_600_000
    /// How unlikely a silence must be by chance to be a finding.
    package var chance = 0.001
    /// Answers under a foreign AppKey from which on a mismatch is critical.
    package var mismatches = 10
    /// The share of a sender's deliveries from which on a mismatch is critical.
    package var mismatchShare = 0.01
    /// The share of an AppKey's ack-eligible sends from which on a silent version is critical.
    package var silentShare = 0.05

    package init() {}
  }
}

extension Evidence {
  /// The counters of an AppKey over the judged days.
  func counts(of appKey: String) -> Counts {
    cells.reduce(into: Counts()) { sum, cell in
      if cell.key.appKey == appKey, isJudged(cell.key.day) { sum.add(cell.counts) }
    }
  }

  /// When a counter of an AppKey began to be above 0 on every day with sends, looking back from the judged days.
  func since(_ count: Count, of appKey: String) -> Instant? {
    var sums: [Int: Counts] = [:]
    for cell in cells where cell.key.appKey == appKey {
      sums[cell.key.day, default: Counts()].add(cell.counts)
    }
    var start: Int64?
    for day in sums.keys.sorted().reversed() {
      guard let counts = sums[day], counts[.deliveries] > 0 else { continue }
      if counts[count] > 0 {
        start = history[day].start
      } else if !isJudged(day) {
        break
      }
    }
    return start.map(Instant.init(milliseconds:))
  }

  private func isJudged(_ day: Int) -> Bool {
    guard let first = scope.days.first, let last = scope.days.last else { return false }
    return history[day].start >= first.start && history[day].end <= last.end
  }
}
