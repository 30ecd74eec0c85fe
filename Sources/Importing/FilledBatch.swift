import ReceiptModel

/// A sorted batch on its way to the ledger, with what is known of its files.
struct FilledBatch: Sendable {
  var batch: EventBatch
  var place: BatchPlace
  /// Whether its portion ends with it.
  var endsPortion: Bool
  /// The worker it has to be given back to.
  var worker: Int
  /// The files that gave lines to the batch, in order, as far as they were read by its end.
  var reports: [FileReport]
}

/// Which batch of an import it is: the portion it was read from, and how many batches of that portion came before.
struct BatchPlace: Hashable, Sendable {
  var portion = 0
  var batch = 0

  func next(endsPortion: Bool) -> BatchPlace {
    endsPortion ? BatchPlace(portion: portion + 1) : BatchPlace(portion: portion, batch: batch + 1)
  }
}
