package import ReceiptModel
import SQLite

extension LedgerReader {
  /// Calls `body` with each ack-eligible delivery that was sent in a scope and is settled, those of one device under one
  /// AppKey together and in the order of their sends.
  ///
  /// - Complexity: one pass over the deliveries of the messages in the window, and where `DeviceOrder` has no room for
  ///   all of them another.
  package func forEachDeliveryByDevice(_ scope: CohortScope, _ body: (DeviceDelivery) -> Void) throws {
    try DeliveryPass.answer(over: self) { try $0.deliveriesByDevice(scope) }(body)
  }

  /// AppKeys by reference.
  func appKeys() throws -> [Int64: String] {
    let rows = try database.prepare("SELECT ref, app_key FROM app")
    var names: [Int64: String] = [:]
    while try rows.step() { names[rows.integer(0)] = rows.text(1) }
    return names
  }
}
