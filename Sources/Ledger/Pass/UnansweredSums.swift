import ReceiptModel
import SQLite

/// Settled ack-eligible sends of messages that no device acked, by the day of a message's first send, AppKey, app version
/// and OS version.
///
/// Only messages to many devices of more than one app version count: their silence is no single build's.
///
/// It keeps a number for each build that got the message that is read, and for each key of the answer.
final class UnansweredSums: DeliveryVisitor {
  let windows: [Range<Int64>]
  let ofOtherMessages = OtherMessages.nothing
  private let scope: CohortScope
  private let reader: LedgerReader
  private let fewest: Int
  private var sends: SettledSends
  private var versions: BuildVersions
  /// Of the message that is read, by AppKey.
  private var apps: [App] = []
  /// Most days have no such message, and then no names are read.
  private var sums: CellSums?

  private struct App {
    let ref: Int64
    var isAnswered = false
    var sent = 0
    var firstSent = Int64.max
    /// By reference of the build.
    var byBuild: [Int64: Int] = [:]
  }

  /// - Parameter fewest: fewer sends may be unanswered by chance.
  /// - Returns: `nil` for a scope without days.
  init?(_ scope: CohortScope, fewest: Int = 20, in reader: LedgerReader) throws {
    guard let sends = try SettledSends(scope, in: reader) else { return nil }
    self.scope = scope
    self.reader = reader
    self.fewest = fewest
    self.sends = sends
    windows = [sends.window]
    versions = try BuildVersions(in: reader.database)
  }

  func begin(_ message: PassedMessage) { apps.removeAll(keepingCapacity: true) }

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices where sends.contain(deliveries[place].facts) {
      add(deliveries[place].facts)
    }
  }

  private func add(_ delivery: PassedFacts) {
    let place = place(of: delivery.app)
    guard !apps[place].isAnswered else { return }
    if delivery.isAcked {
      apps[place].isAnswered = true
    } else {
      apps[place].sent += 1
      apps[place].firstSent = min(apps[place].firstSent, delivery.sentAt ?? .max)
      apps[place].byBuild[delivery.build, default: 0] += 1
    }
  }

  private func place(of app: Int64) -> Int {
    if let place = apps.firstIndex(where: { $0.ref == app }) { return place }
    apps.append(App(ref: app))
    return apps.count - 1
  }

  func end() throws {
    for app in apps where !app.isAnswered && app.sent >= fewest {
      let day = scope.days.firstIndex { $0.end > app.firstSent } ?? 0
      var pairs: [(version: BuildVersions.Version, sent: Int)] = []
      var byVersion: [Int64: Int] = [:]
      for (build, sent) in app.byBuild {
        let version = try versions.of(build)
        pairs.append((version, sent))
        byVersion[version.app, default: 0] += sent
      }
      for (version, sent) in pairs where app.sent - byVersion[version.app, default: 0] >= fewest / 2 {
        try add(sent, on: day, app: app.ref, pair: version.pair)
      }
    }
  }

  private func add(_ sent: Int, on day: Int, app: Int64, pair: Int64) throws {
    var sums = try take()
    let row: [Int64] = [0, app, pair, Int64(sent)]
    try sums.addCounts(row.span, day: day, isSettled: true)
    self.sums = sums
  }

  private func take() throws -> CellSums {
    defer { sums = nil }
    return try sums
      ?? CellSums(
        names: CohortNames(of: .versions, in: reader.database), appKeys: scope.appKeys,
        counters: [.ackEligible])
  }

  /// The cells, once the pass has run; `ackEligible` is their only counter.
  func cells() throws -> CohortCells {
    guard sums != nil else { return [] }
    var sums = try take()
    return try sums.take()
  }
}
