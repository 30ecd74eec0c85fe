import ReceiptModel

/// A sorted run on its way to the ledger, with what is known of its files.
struct FilledRun: Sendable {
  var run: EventRun
  var place: RunPlace
  /// Whether its portion ends with it.
  var endsPortion: Bool
  /// The worker it has to be given back to.
  var worker: Int
  /// The files that gave lines to the run, in order, as far as they were read by its end.
  var reports: [FileReport]
}

/// Which run of an import it is: the portion it was read from, and how many runs of that portion came before.
struct RunPlace: Hashable, Sendable {
  var portion = 0
  var run = 0

  func next(endsPortion: Bool) -> RunPlace {
    endsPortion ? RunPlace(portion: portion + 1) : RunPlace(portion: portion, run: run + 1)
  }
}
