import ReceiptModel

@testable import Ledger

extension LedgerReader {
  /// Calls `body` with what a pass of its own gives by device.
  func forEachDeliveryByDevice(_ scope: CohortScope, _ body: (DeviceDelivery) -> Void) throws {
    try DeliveryPass.answer(over: self) { try $0.deliveriesByDevice(scope) }(body)
  }
}
