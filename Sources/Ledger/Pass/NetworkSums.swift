import ReceiptModel
import SQLite

/// Ack-eligible sends, acks and opens by AppKey, network type and app version, of what is settled.
///
/// It keeps three numbers for each of these, and for each OS version beside them.
final class NetworkSums: DeliveryVisitor {
  let windows: [Range<Int64>]
  let ofOtherMessages = OtherMessages.nothing
  /// One value, for the reason that `MessageSums` has one.
  private var byOrigin: ByOrigin

  private struct Sum {
    var eligible = 0
    var acked = 0
    var opened = 0

    func add(to counts: inout Counts) {
      counts[.ackEligible] += eligible
      counts[.eligibleAcked] += acked
      counts[.opened] += opened
    }
  }

  private struct ByOrigin {
    var sends: SettledSends
    var origins: DeviceOrigins
    /// By the number of the origin.
    var sums: [Sum] = []

    mutating func add(_ deliveries: Span<PassedDelivery>) throws {
      for place in deliveries.indices {
        let delivery = deliveries[place].facts
        guard sends.contain(delivery) else { continue }
        let origin = Int(try origins.number(of: delivery))
        if origin == sums.count { sums.append(Sum()) }
        sums[origin].eligible += 1
        if delivery.isAcked { sums[origin].acked += 1 }
        if delivery.isOpened { sums[origin].opened += 1 }
      }
    }
  }

  /// - Returns: `nil` for a scope without days.
  init?(_ scope: CohortScope, in reader: LedgerReader) throws {
    guard let sends = try SettledSends(scope, in: reader) else { return nil }
    windows = [sends.window]
    byOrigin = ByOrigin(sends: sends, origins: try DeviceOrigins(in: reader))
  }

  func begin(_ message: PassedMessage) {}

  func visit(_ deliveries: Span<PassedDelivery>) throws { try byOrigin.add(deliveries) }

  /// The cells in order, once the pass has run; network type and app version are their parts, empty when unknown.
  func cells() -> [CohortCell] {
    var cells: [CohortKey: Counts] = [:]
    for (number, sum) in byOrigin.sums.enumerated() {
      let origin = byOrigin.origins[UInt32(number)]
      let key = CohortKey(day: 0, appKey: origin.appKey, parts: [origin.networkType, origin.appVersion])
      sum.add(to: &cells[key, default: Counts()])
    }
    return cells.map { CohortCell(key: $0.key, counts: $0.value) }.sorted { $0.key < $1.key }
  }
}
