import Ledger
import LogReading
import ReceiptModel

/// Reads portions of an import into runs, on a thread of its own.
struct LogWorker: Sendable {
  let number: Int
  let options: ImportOptions
  let portions: PortionQueue
  /// Empty runs that come back from the ledger.
  let empty: RunStock
  let filled: RunOrder
  let meter: ImportMeter

  /// Stands where a run was that has been passed on.
  private static let none = EventRun(capacity: 1)

  /// Reads until everything is read or nobody wants more.
  func work() {
    var finisher = RunFinisher(pseudonyms: options.pseudonyms.map { RunPseudonyms($0) })
    while let (number, portion) = portions.next(), let run = empty.take() {
      var batch = Batch(place: RunPlace(portion: number), run: run)
      for piece in portion.pieces {
        guard read(piece, into: &batch, &finisher) else { return }
      }
      _ = hand(over: &batch, &finisher, endsPortion: true)
    }
  }

  /// Reads a file or a part of one.
  ///
  /// - Returns: `false` when nobody wants more.
  private func read(_ piece: Portion.Piece, into batch: inout Batch, _ finisher: inout RunFinisher) -> Bool {
    meter.begin(piece.file.source.name)
    do throws(InputError) {
      return try begin(piece, readsOn: false, into: &batch, &finisher)
    } catch {
      if error == .notResumable, let whole = piece.fromStart { return read(whole, into: &batch, &finisher) }
      batch.reports.append(FileReport(failed: piece, error))
      return true
    }
  }

  /// - Parameter readsOn: whether the first lines do not matter, since later ones are known to tell something.
  /// - Throws: what keeps the reading from beginning; what ends it later stands in the report.
  private func begin(
    _ piece: Portion.Piece, readsOn: Bool, into batch: inout Batch, _ finisher: inout RunFinisher
  ) throws(InputError) -> Bool {
    var reader = try reader(of: piece, readsOn: readsOn)
    var mayBeginAgain = !readsOn
    while true {
      do {
        let status = try reader.read(into: &batch.run)
        batch.reports.append(FileReport(of: piece, &reader, isLast: status == .endOfInput))
        if status == .endOfInput { return true }
      } catch {
        if error == .notResumable { throw error }
        if mayBeginAgain, error.isOfFirstLines, tellsLater(piece) {
          return try begin(piece, readsOn: true, into: &batch, &finisher)
        }
        batch.reports.append(FileReport(of: piece, &reader, isLast: true, error: error))
        return true
      }
      mayBeginAgain = false
      guard hand(over: &batch, &finisher, endsPortion: false) else { return false }
    }
  }

  /// Bytes of a file in which something is looked for that tells anything: a large file of something else may lie among
  /// logs, and each import looks at it again.
  private static let searchedBytes: Int64 = 16 << 20

  /// Whether a file that begins with lines none of which could be read tells anything later.
  ///
  /// It is looked for before those lines are kept as refused.
  private func tellsLater(_ piece: Portion.Piece) -> Bool {
    // What cannot be read a second time has told nothing, and is reported by what the first reading met.
    guard var reader = try? reader(of: piece, readsOn: true, limit: Self.searchedBytes) else { return false }
    var run = EventRun(capacity: 1)
    var status = ReadStatus.runIsFull
    while status == .runIsFull, let next = try? reader.read(into: &run) {
      if reader.hasTold { return true }
      _ = reader.takeRejections()
      run.removeAll()
      status = next
    }
    return false
  }

  /// - Parameter limit: bytes of the file that are read at most.
  private func reader(
    of piece: Portion.Piece, readsOn: Bool, limit: Int64 = .max
  ) throws(InputError) -> LogReader {
    var reading = options.reading(of: piece.file)
    reading.readLimit = piece.file.size.map { min($0, limit) }
    reading.blockSize = options.memory.blockSize
    reading.readsOn = readsOn
    // What comes through a pipe is never continued, so its last line is all there is; nor is it read twice.
    if piece.file.source == .standardInput {
      reading.isFinal = true
      reading.readsOn = true
    }
    return try LogReader(
      try piece.open(), options: reading, fileNumber: piece.file.number, startOffset: piece.offset,
      startLine: piece.line, part: piece.part)
  }

  /// Finishes the run, passes it on and, unless the portion is over, takes an empty one.
  ///
  /// - Returns: `false` when nobody wants more.
  private func hand(over batch: inout Batch, _ finisher: inout RunFinisher, endsPortion: Bool) -> Bool {
    finisher.finish(&batch.run)
    filled.put(
      FilledRun(
        run: batch.run, place: batch.place, endsPortion: endsPortion, worker: number,
        reports: batch.reports))
    // The run is on its way: a second reference here would make it be copied when it is emptied.
    batch = Batch(place: batch.place.next(endsPortion: endsPortion), run: Self.none)
    guard !endsPortion else { return true }
    guard let run = empty.take() else { return false }
    batch.run = run
    return true
  }
}

/// What a worker does to a run before it passes it on; it keeps what that needs from run to run.
private struct RunFinisher {
  /// `nil` when ids stay as the log has them.
  var pseudonyms: RunPseudonyms?
  private var sorter = RunSorter()

  init(pseudonyms: RunPseudonyms?) { self.pseudonyms = pseudonyms }

  mutating func finish(_ run: inout EventRun) {
    // First, since a ledger merges in the order of the ids that it keeps.
    pseudonyms?.turn(&run)
    sorter.sort(&run)
  }
}

/// A run while it is filled.
private struct Batch {
  var place: RunPlace
  var run: EventRun
  var reports: [FileReport] = []
}
