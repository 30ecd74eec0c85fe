import Ledger
import LogReading

/// What a reader has said so far, so that each report tells what is new.
struct Tally {
  private let piece: Portion.Piece
  private var last = LineCounts()

  init(_ piece: Portion.Piece) { self.piece = piece }

  /// What came since the last report.
  mutating func report(_ reader: inout LogReader, isLast: Bool, error: InputError? = nil) -> FileReport {
    let now = reader.progress
    let all = LineCounts(
      lines: now.lines, rejected: now.rejected, ignored: now.ignored, events: now.events)
    defer { last = all }
    // A file that became shorter ends with the part in which that was noticed.
    let endsFile = isLast && (piece.part?.isLast ?? true || now.wasTruncated)
    return FileReport(
      number: piece.file.number, part: piece.part, restarts: piece.restarts, progress: now,
      identity: identity(&reader, now),
      since: LineCounts(
        lines: all.lines - last.lines, rejected: all.rejected - last.rejected,
        ignored: all.ignored - last.ignored, events: all.events - last.events),
      rejections: reader.takeRejections(),
      state: error != nil ? .failed : endsFile ? .complete : .reading, isLast: isLast, error: error)
  }

  private func identity(_ reader: inout LogReader, _ now: ReadProgress) -> FileIdentity? {
    guard piece.file.source != .standardInput else { return nil }
    let length = now.isResumable ? now.offset : now.rawBytes
    // A file that cannot be read back is not known again, and read anew: that costs only time.
    return try? identity(upTo: length) { try reader.bytes(at: $0, count: $1) }
  }

  private func identity(
    upTo length: Int64, read: (_ offset: Int64, _ count: Int) throws -> [UInt8]
  ) throws -> FileIdentity {
    try withoutActuallyEscaping(read) { try FileWindows(read: $0).identity(upTo: length) }
  }
}

extension FileReport {
  /// Of a file that could not even be begun.
  init(failed piece: Portion.Piece, _ error: InputError) {
    self.init(
      number: piece.file.number, part: piece.part, restarts: false, state: .failed, isLast: true, error: error
    )
  }
}
