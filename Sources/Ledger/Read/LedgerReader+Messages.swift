package import ReceiptModel

extension LedgerReader {
  /// Counters, latencies and sends of each message that has a cohort in a scope, by AppKey and message.
  ///
  /// - Complexity: one pass over the deliveries of these messages.
  package func messageCells(_ scope: CohortScope) throws -> Pieces<MessageCells> {
    try DeliveryPass.answer(over: self) { try $0.messageCells(scope) }
  }
}
