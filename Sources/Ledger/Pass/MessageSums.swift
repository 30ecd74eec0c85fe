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
  /// Those that were asked for.
  private let appKeys: [Int64: String]
  private var repeatedSends: RepeatedSends
  private let take: (borrowing MessageSum, _ appKey: String, _ message: Int64) throws -> Void
  private var message: Int64 = 0
  /// One value, since each look at a property of an object is watched for others that change it meanwhile.
  private var ofMessage: OfMessage

  /// - Parameter take: gets each sum.
  /// - Returns: `nil` for a scope without days.
  init?(
    _ scope: CohortScope, in reader: LedgerReader,
    _ take: @escaping (borrowing MessageSum, _ appKey: String, _ message: Int64) throws -> Void
  ) throws {
    self.take = take
    guard let window = scope.window else { return nil }
    windows = [window]
    appKeys = try reader.appKeys().filter { scope.includes($0.value) }
    repeatedSends = try RepeatedSends(reader.database)
    ofMessage = OfMessage(
      window: window, settledUntil: scope.settledUntil, apps: Set(appKeys.keys),
      jobs: try ReferencedTexts(ReferencedText("job_key"), in: reader.database))
  }

  func begin(_ message: PassedMessage) {
    self.message = message.ref
    ofMessage.begin()
  }

  func visit(_ deliveries: Span<PassedDelivery>) throws { try ofMessage.add(deliveries) }

  func end() throws {
    guard ofMessage.hasCohort else { return }
    if ofMessage.mayHaveRepeats {
      try repeatedSends.forEach(of: message) { app, last in ofMessage.add(sendAgain: last, of: app) }
    }
    try ofMessage.forEach { sum in try take(sum, appKeys[sum.app] ?? "", message) }
  }
}

/// What is added up of the message that is read.
private struct OfMessage {
  let window: Range<Int64>
  let settledUntil: Int64
  /// Those that were asked for.
  let apps: Set<Int64>
  var jobs: ReferencedTexts
  /// By AppKey.
  private var sums: [MessageSum] = []
  /// Whether any has a cohort in the scope.
  private(set) var hasCohort = false
  private(set) var mayHaveRepeats = false

  init(window: Range<Int64>, settledUntil: Int64, apps: Set<Int64>, jobs: ReferencedTexts) {
    (self.window, self.settledUntil, self.apps, self.jobs) = (window, settledUntil, apps, jobs)
  }

  mutating func begin() {
    sums.removeAll(keepingCapacity: true)
    hasCohort = false
    mayHaveRepeats = false
  }

  /// Calls `body` with the sums that have a cohort in the scope.
  func forEach(_ body: (borrowing MessageSum) throws -> Void) rethrows {
    for place in sums.indices where sums[place].hasCohort { try body(sums[place]) }
  }

  mutating func add(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices { try add(deliveries[place].facts) }
  }

  private mutating func add(_ delivery: PassedFacts) throws {
    guard delivery.isCounted, let place = place(of: delivery.app) else { return }
    try sums[place].addSend(delivery.sentAt, of: delivery.context, &jobs)
    mayHaveRepeats = mayHaveRepeats || !delivery.hasDevice || delivery.hasBesides
    guard let cohort = delivery.countedCohort, window.contains(cohort) else { return }
    hasCohort = true
    sums[place].add(delivery.counts(settledUntil: settledUntil), latency: delivery.ackLatency)
  }

  mutating func add(sendAgain time: Int64, of app: Int64) {
    if let place = sums.firstIndex(where: { $0.app == app }) { sums[place].addSend(again: time) }
  }

  /// - Returns: `nil` for one that was not asked for.
  private mutating func place(of app: Int64) -> Int? {
    if let place = sums.firstIndex(where: { $0.app == app }) { return place }
    guard apps.contains(app) else { return nil }
    sums.append(MessageSum(app: app))
    return sums.count - 1
  }
}
