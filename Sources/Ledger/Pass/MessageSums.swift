import ReceiptModel
import SQLite

/// Counters, latencies and sends of each message and AppKey.
///
/// It keeps only those of the message that is read.
///
/// The view `messages` has to sort its deliveries, because between message and AppKey they are in the order of their
/// devices; here few sums are kept beside each other.
final class MessageSums: DeliveryVisitor {
  let windows: [Range<Int64>]
  let ofOtherMessages = OtherMessages.nothing
  private let window: Range<Int64>
  private let settledUntil: Int64
  /// Those that were asked for.
  private let appKeys: [Int64: String]
  private var jobs: ReferencedTexts
  private var repeatedSends: RepeatedSends
  private let take: (borrowing MessageSum, _ appKey: String, PassedMessage) throws -> Void
  private var message: PassedMessage?
  /// Of the message that is read, by AppKey.
  private var sums: [MessageSum] = []
  private var mayHaveRepeats = false

  /// - Parameter take: gets each sum.
  /// - Returns: `nil` for a scope without days.
  init?(
    _ scope: CohortScope, in reader: LedgerReader,
    _ take: @escaping (borrowing MessageSum, _ appKey: String, PassedMessage) throws -> Void
  ) throws {
    self.take = take
    guard let window = scope.window else { return nil }
    self.window = window
    windows = [window]
    settledUntil = scope.settledUntil
    appKeys = try reader.appKeys().filter { scope.includes($0.value) }
    jobs = try ReferencedTexts(ReferencedText("job_key"), in: reader.database)
    repeatedSends = try RepeatedSends(reader.database)
  }

  func begin(_ message: PassedMessage) {
    self.message = message
    sums.removeAll(keepingCapacity: true)
    mayHaveRepeats = false
  }

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices { try add(deliveries[place]) }
  }

  private func add(_ delivery: borrowing PassedDelivery) throws {
    guard delivery.isCounted, let place = place(of: delivery.app) else { return }
    try sums[place].addSend(of: delivery.state, &jobs)
    mayHaveRepeats = mayHaveRepeats || delivery.device.isEmpty || delivery.state.hasBesides
    guard let cohort = delivery.countedCohort, window.contains(cohort) else { return }
    sums[place].add(
      delivery.counts(settledUntil: settledUntil), latency: delivery.state.latency(of: .extAck))
  }

  func end() throws {
    guard let message, sums.contains(where: \.hasCohort) else { return }
    if mayHaveRepeats {
      try repeatedSends.forEach(of: message.ref) { app, last in
        if let place = sums.firstIndex(where: { $0.app == app }) { sums[place].addSend(again: last) }
      }
    }
    for place in sums.indices where sums[place].hasCohort {
      try take(sums[place], appKeys[sums[place].app] ?? "", message)
    }
  }

  /// - Returns: `nil` for one that was not asked for.
  private func place(of app: Int64) -> Int? {
    if let place = sums.firstIndex(where: { $0.app == app }) { return place }
    guard appKeys[app] != nil else { return nil }
    sums.append(MessageSum(app: app))
    return sums.count - 1
  }
}
