import ReceiptModel
import SQLite

/// Counters and latencies of each message and AppKey.
///
/// It keeps a cell for each, which is what it is asked for.
final class MessageSums: DeliveryVisitor {
  let windows: [Range<Int64>]
  let looksAtEvents = false
  private let window: Range<Int64>
  private let settledUntil: Int64
  private let settings: LedgerSettings
  private var sums: CellSums
  private var message: Int64 = 0

  /// - Returns: `nil` for a scope without days.
  init?(_ scope: CohortScope, in reader: LedgerReader) throws {
    guard let window = scope.window else { return nil }
    self.window = window
    windows = [window]
    settledUntil = scope.settledUntil
    settings = try reader.settings()
    let names = try CellNames(
      reader.database,
      part: "SELECT ref, message_id FROM message WHERE ref IN (\(reader.messages(withCohortsIn: window)))",
      partCount: 1)
    sums = CellSums(names: names, appKeys: scope.appKeys)
  }

  func begin(_ message: PassedMessage) { self.message = message.ref }

  func visit(_ deliveries: [PassedDelivery]) throws {
    for delivery in deliveries {
      guard let cohort = delivery.countedCohort, window.contains(cohort) else { continue }
      try sums.add(
        delivery.counts(settings, settledUntil: settledUntil), latency: delivery.state.latency(of: .extAck),
        day: 0, app: delivery.app, part: message)
    }
  }

  /// The cells, once the pass has run.
  func cells() -> [CohortCell] { sums.takeSorted() }
}
