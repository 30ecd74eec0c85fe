package import ReceiptModel

extension DeliveryPass {
  /// Counters and latencies by day, AppKey and channel.
  package func channelCells(_ scope: CohortScope) throws -> Answer<CohortCells> {
    try cells(of: .channels, scope)
  }

  /// Some counters by day, AppKey and app version.
  package func appVersionCells(
    _ scope: CohortScope, counters: [Count] = Count.allCases
  ) throws -> Answer<CohortCells> {
    try cells(of: .appVersions, scope, counters: counters)
  }

  /// Some counters by day, AppKey and OS version.
  package func osVersionCells(
    _ scope: CohortScope, counters: [Count] = Count.allCases
  ) throws -> Answer<CohortCells> {
    try cells(of: .osVersions, scope, counters: counters)
  }

  /// Some counters by day, AppKey, app version and OS version.
  package func versionCells(
    _ scope: CohortScope, counters: [Count] = Count.allCases
  ) throws -> Answer<CohortCells> {
    try cells(of: .versions, scope, counters: counters)
  }

  /// Ack-eligible sends, acks and opens of what is settled, by AppKey, network type and app version.
  package func networkCells(_ scope: CohortScope) throws -> Answer<[CohortCell]> {
    guard let sums = try NetworkSums(scope, in: reader) else { return Answer { [] } }
    add(sums)
    return Answer(take: sums.cells)
  }

  /// Ack-eligible sends of messages that went to many devices of several app versions and that none acked, by AppKey, app
  /// version and OS version.
  package func unanswered(_ scope: CohortScope) throws -> Answer<CohortCells> {
    guard let sums = try UnansweredSums(scope, in: reader) else { return Answer { [] } }
    add(sums)
    return Answer(take: sums.cells)
  }

  /// - Parameter counters: those that are read; the others are 0.
  func cells(
    of table: CohortTable, _ scope: CohortScope, counters: [Count] = Count.allCases
  ) throws -> Answer<CohortCells> {
    let sums = try CohortSums(table, scope, counters: counters, in: reader, readsSums: readsSums)
    add(sums)
    return Answer(take: sums.cells)
  }
}
