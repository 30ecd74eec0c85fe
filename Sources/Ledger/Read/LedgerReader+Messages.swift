package import ReceiptModel

extension LedgerReader {
  /// The sends of each message that has a cohort in a scope; messages with one near it may be among them.
  ///
  /// The values are those of the view `messages`, of sends outside the scope too, as far as they are counted.
  ///
  /// - Complexity: one pass over the deliveries and repeats of these messages.
  package func messageSends(_ scope: CohortScope) throws -> [MessageSends] {
    try DeliveryPass.answer(over: self) { try $0.messageSends(scope) }
  }
}
