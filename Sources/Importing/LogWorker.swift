internal import Ledger
internal import LogReading
internal import ReceiptModel
internal import Synchronization

/// A sorted run on its way to the ledger, with what is known of its files.
struct FilledRun: Sendable {
  var run: EventRun
  /// The files that gave lines to the run, as far as they were read by its end.
  var files: [FileProgress]
  /// Refused lines by file number, for the summary and for those who keep their bytes.
  var rejections: [UInt32: [RejectedLine]]
  /// Files that were finished in this run.
  var finished: [UInt32: FileEnd]
  /// Whether it is the last.
  var isLast: Bool
}

/// How the reading of a file ended.
struct FileEnd: Sendable {
  var progress: ReadProgress
  var error: InputError?
}

/// Reads the files of an import one after another into runs, on a thread of its own.
struct LogWorker: Sendable {
  let files: [PlannedFile]
  let options: ImportOptions
  /// Empty runs that come back from the writer.
  let empty: RunQueue<EventRun>
  let filled: RunQueue<FilledRun>
  let meter: ImportMeter

  /// Reads until everything is read or somebody asks to stop.
  func work() {
    var batch = Batch(run: empty.take())
    var sorter = RunSorter()
    for file in files {
      if meter.isStopping { break }
      switch file.start {
      case .alreadyRead, .unreadable: continue
      case .beginning: read(file, into: &batch, &sorter, from: 0, line: 0, row: nil, restarts: false)
      case .again(let row): read(file, into: &batch, &sorter, from: 0, line: 0, row: row, restarts: true)
      case .resume(let row, let offset, let line):
        read(file, into: &batch, &sorter, from: offset, line: line, row: row, restarts: false)
      }
    }
    hand(over: &batch, &sorter, isLast: true)
  }

  private func read(
    _ file: PlannedFile, into batch: inout Batch, _ sorter: inout RunSorter, from offset: Int64, line: Int,
    row: Int64?, restarts: Bool
  ) {
    meter.begin(file.source.name)
    var reading = options.reading
    reading.readLimit = file.size
    // What comes through a pipe is never continued, so its last line is all there is.
    if file.source == .standardInput { reading.isFinal = true }
    do throws(InputError) {
      var reader = try LogReader(
        try Self.open(file.source), options: reading, fileNumber: file.number, startOffset: offset,
        startLine: line)
      var tally = Tally(file: file, row: row, restarts: restarts)
      while true {
        do {
          let status = try reader.read(into: &batch.run)
          batch.note(&reader, &tally, state: status == .endOfInput ? .complete : .reading)
          if status == .endOfInput || meter.isStopping {
            batch.finish(file, FileEnd(progress: reader.progress))
            return
          }
        } catch {
          batch.note(&reader, &tally, state: .failed)
          batch.finish(file, FileEnd(progress: reader.progress, error: error))
          return
        }
        hand(over: &batch, &sorter, isLast: false)
      }
    } catch {
      if error == .notResumable, offset > 0, let row {
        read(file, into: &batch, &sorter, from: 0, line: 0, row: row, restarts: true)
      } else {
        batch.finish(file, FileEnd(progress: ReadProgress(), error: error))
      }
    }
  }

  private static func open(_ source: ImportSource) throws(InputError) -> InputFile {
    switch source {
    case .standardInput: .standardInput()
    case .path(let bytes): try InputFile(path: bytes)
    }
  }

  /// Sorts the run, puts it into the queue, and takes an empty one.
  private func hand(over batch: inout Batch, _ sorter: inout RunSorter, isLast: Bool) {
    sorter.sort(&batch.run)
    filled.put(
      FilledRun(
        run: batch.run, files: batch.files.sorted { $0.key < $1.key }.map(\.value),
        rejections: batch.rejections, finished: batch.finished, isLast: isLast))
    batch = Batch(run: isLast ? EventRun(capacity: 1) : empty.take())
  }
}

/// A run while it is filled.
private struct Batch {
  var run: EventRun
  var files: [UInt32: FileProgress] = [:]
  var rejections: [UInt32: [RejectedLine]] = [:]
  var finished: [UInt32: FileEnd] = [:]

  /// Takes down how far a file was read since the last hand-over.
  mutating func note(_ reader: inout LogReader, _ tally: inout Tally, state: FileState) {
    let refused = reader.takeRejections()
    rejections[tally.file.number, default: []] += refused
    let progress = reader.progress
    files[tally.file.number] = tally.advance(to: progress, refused: refused, state: state) {
      try reader.bytes(at: $0, count: $1)
    }
  }

  mutating func finish(_ file: PlannedFile, _ end: FileEnd) { finished[file.number] = end }
}

/// What of a file has been handed over so far.
private struct Tally {
  let file: PlannedFile
  let row: Int64?
  let restarts: Bool
  private var last = ReadProgress()

  init(file: PlannedFile, row: Int64?, restarts: Bool) {
    self.file = file
    self.row = row
    self.restarts = restarts
  }

  /// The difference to the last hand-over.
  mutating func advance(
    to now: ReadProgress, refused: [RejectedLine], state: FileState,
    read: (_ offset: Int64, _ count: Int) throws -> [UInt8]
  ) -> FileProgress {
    defer { last = now }
    return withoutActuallyEscaping(read) { read in
      let length = now.isResumable ? now.offset : now.rawBytes
      // A file that cannot be read back is not known again, and read anew: that costs only time.
      let identity =
        file.source == .standardInput ? nil : try? FileWindows(read: read).identity(upTo: length)
      return FileProgress(
        number: file.number, known: row, restarts: restarts, path: file.source.name, format: now.format,
        bytes: now.rawBytes, offset: now.offset, lastLine: now.lastLine,
        identity: identity ?? FileIdentity(headBytes: 0, head: "", tail: ""), state: state,
        lines: now.lines - last.lines, rejected: now.rejected - last.rejected,
        ignored: now.ignored - last.ignored, events: now.events - last.events, firstEvent: now.firstTime,
        lastEvent: now.lastTime,
        rejects: refused.map {
          RejectRecord(line: $0.line, byteOffset: $0.byteOffset, rejection: $0.rejection, digest: $0.digest)
        })
    }
  }
}
