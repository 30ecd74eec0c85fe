package import ReceiptModel

extension Evidence {
  /// The counters of an AppKey over the judged days.
  package func counts(of appKey: String) -> Counts {
    cells.reduce(into: Counts()) { sum, cell in
      if cell.key.appKey == appKey, isJudged(cell.key.day) { sum.add(cell.counts) }
    }
  }

  /// The AppKeys that have cohorts in the judged days, in order.
  package var appKeys: [String] {
    Set(cells.filter { isJudged($0.key.day) }.map(\.key.appKey))
      .sorted { $0.precedesInBytes($1) }
  }

  /// The devices of a version with ack-eligible sends in the judged days; `nil` when devices were not looked at.
  func devices(of appKey: String, version: String) -> Int? {
    devices.build(appKey, version)?.devices
  }

  /// When a counter of an AppKey began to be above 0, looking back from the judged days to a day on which as many sends as
  /// since would have had `SoleCause.enough`: the first hour that has it of the first day after that.
  func since(_ count: Count, of appKey: String) -> Instant? {
    var sums: [Int: Counts] = [:]
    for cell in cells where cell.key.appKey == appKey {
      sums[cell.key.day, default: Counts()].add(cell.counts)
    }
    var start: Int64?
    var known = Rate(0, of: 0)
    for day in sums.keys.sorted().reversed() {
      guard let counts = sums[day], counts[.deliveries] > 0 else { continue }
      if counts[count] > 0 {
        start = history[day].start
      } else if !isJudged(day), let share = known.value,
        share * Double(counts[.deliveries]) >= Double(SoleCause.enough)
      {
        break
      }
      known.add(Rate(counts[count], of: counts[.deliveries]))
    }
    guard let start else { return nil }
    let counted = comparisons.hourCells[appKey].lazy.filter { $0.counts[count] > 0 }
      .map { hours[$0.key.day].start }.filter { $0 >= start }
    return Instant(milliseconds: counted.min() ?? start)
  }

  /// Whether a day of `history` is one of those that are judged.
  package func isJudged(_ day: Int) -> Bool {
    guard let first = scope.days.first, let last = scope.days.last else { return false }
    return history[day].start >= first.start && history[day].end <= last.end
  }

  /// Whether all judged days are over and their receipts have had time to come in.
  package var isRipe: Bool { scope.days.allSatisfy { scope.asOf >= $0.end + scope.settle } }
}
