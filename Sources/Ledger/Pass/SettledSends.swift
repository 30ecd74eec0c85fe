import ReceiptModel
import SQLite

/// Picks the ack-eligible deliveries that were sent in a scope and are settled.
struct SettledSends {
  let window: Range<Int64>
  private let settledUntil: Int64
  private let appKeys: [Int64: String]
  /// Of the delivery before, as the next is mostly of the same AppKey.
  private var app: (ref: Int64, isWanted: Bool) = (-1, false)

  /// - Returns: `nil` for a scope without days.
  init?(_ scope: CohortScope, in reader: LedgerReader) throws {
    guard let window = scope.window else { return nil }
    self.window = window
    settledUntil = scope.settledUntil
    appKeys = try reader.appKeys().filter { scope.includes($0.value) }
  }

  @inline(__always)
  mutating func contain(_ delivery: PassedFacts) -> Bool {
    guard let sentAt = delivery.sentAt else { return false }
    return delivery.isAckEligible && delivery.isCounted && delivery.hasDevice && window.contains(sentAt)
      && sentAt <= settledUntil && isWanted(delivery.app)
  }

  private mutating func isWanted(_ app: Int64) -> Bool {
    if app != self.app.ref { self.app = (app, appKeys[app] != nil) }
    return self.app.isWanted
  }
}
