/// What was met in a log beside its events, which adds up over its parts.
package struct Observations: Sendable {
  /// Raw event types kept as `other`, with their number of events.
  package var unknownTypes = NameCounts()
  /// Keys or columns that mean nothing here, at most a hundred.
  package var unknownColumns: [String] = []
  /// Values of `client_ip` that are no address, where networks are to be kept.
  package var unreadableAddresses = 0
  package var timeRules: [TimeRule: Int] = [:]

  package init() {}

  /// These and those of the next part, with the names that a reader of the whole log would have kept.
  package func adding(_ next: Observations) -> Observations {
    var sum = self
    sum.unknownTypes.add(next.unknownTypes)
    sum.unreadableAddresses += next.unreadableAddresses
    sum.timeRules.merge(next.timeRules, uniquingKeysWith: +)
    let new = next.unknownColumns.filter { !unknownColumns.contains($0) }
    sum.unknownColumns += new.prefix(max(0, NameCounts.limit - unknownColumns.count))
    return sum
  }
}
