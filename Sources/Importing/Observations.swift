import LogReading

/// What was met in a file beside its events, which adds up over its parts.
struct Observations {
  private(set) var unknownTypes = NameCounts()
  private(set) var unknownColumns: [String] = []
  private(set) var unreadableAddresses = 0
  private(set) var timeRules: [TimeRule: Int] = [:]

  init() {}

  init(_ progress: ReadProgress) {
    unknownTypes = progress.unknownTypeCounts
    unknownColumns = progress.unknownColumns
    unreadableAddresses = progress.unreadableAddresses
    timeRules = progress.timeRules
  }

  /// These and those of the next part, with the names that a reader of the whole file would have kept.
  func adding(_ next: Observations) -> Observations {
    var sum = self
    sum.unknownTypes.add(next.unknownTypes)
    sum.unreadableAddresses += next.unreadableAddresses
    sum.timeRules.merge(next.timeRules, uniquingKeysWith: +)
    let new = next.unknownColumns.filter { !unknownColumns.contains($0) }
    sum.unknownColumns += new.prefix(max(0, NameCounts.limit - unknownColumns.count))
    return sum
  }
}
