import Ledger
import LogReading
import ReceiptModel

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

extension FileReport {
  /// Tells what a reader has read of a file or a part of it since it was last asked.
  init(of piece: Portion.Piece, _ reader: inout LogReader, isLast: Bool, error: InputError? = nil) {
    let progress = reader.progress
    // A file that became shorter ends with the part in which that was noticed.
    let endsFile = isLast && (piece.part?.isLast ?? true || progress.wasTruncated)
    self.init(
      number: piece.file.number, part: piece.part, restarts: piece.restarts, progress: progress,
      identity: Self.identity(of: piece, &reader, progress), since: reader.takeCounts(),
      rejections: reader.takeRejections(),
      state: error != nil ? .failed : endsFile ? .complete : .reading, isLast: isLast, error: error)
  }

  /// Of a file that could not even be begun.
  init(failed piece: Portion.Piece, _ error: InputError) {
    self.init(
      number: piece.file.number, part: piece.part, restarts: false, state: .failed, isLast: true, error: error
    )
  }

  private static func identity(
    of piece: Portion.Piece, _ reader: inout LogReader, _ progress: ReadProgress
  ) -> FileIdentity? {
    guard piece.file.source != .standardInput else { return nil }
    let length = progress.isResumable ? progress.offset : progress.rawBytes
    // A file that cannot be read back is not known again, and read anew: that costs only time.
    return try? identity(upTo: length) { try reader.bytes(at: $0, count: $1) }
  }

  private static func identity(
    upTo length: Int64, read: (_ offset: Int64, _ count: Int) throws -> [UInt8]
  ) throws -> FileIdentity {
    try withoutActuallyEscaping(read) { try FileWindows(read: $0).identity(upTo: length) }
  }
}
