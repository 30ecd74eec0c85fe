import Ledger
import LogReading
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

/// What one reader says of a file or a part of it: how far it is, and what came since it last said so.
struct FileReport: Sendable {
  var number: UInt32
  var part: FilePart?
  /// Whether the file is read again from its start, so that its former counts no longer stand.
  var restarts: Bool
  /// All that the reader has read; `nil` when it could not begin.
  var progress: ReadProgress?
  /// By what the file is known again as far as it was read; none of a pipe.
  var identity: FileIdentity?
  var since = LineCounts()
  /// Refused lines since the last report; their numbers count from the start of the part.
  var rejections: [RejectedLine] = []
  var state: FileState
  /// Whether the reader will not say more.
  var isLast: Bool
  var error: InputError?
}

/// What lines were.
struct LineCounts: Sendable, Equatable {
  var lines = 0
  var rejected = 0
  var ignored = 0
  var events = 0
}
