import Ledger
import LogReading
import ReceiptModel

/// Reads portions of an import into batches, on a thread of its own.
struct LogWorker: Sendable {
  let number: Int
  let options: ImportOptions
  let portions: PortionQueue
  /// Empty batches that come back from the ledger.
  let empty: BatchStock
  let filled: BatchOrder
  let meter: ImportMeter

  /// Stands where a batch was that has been passed on.
  private static let none = EventBatch(capacity: 1)

  /// Reads until everything is read or nobody wants more.
  func work() {
    var finisher = BatchFinisher(pseudonyms: options.pseudonyms.map { BatchPseudonyms($0) })
    while let (number, portion) = portions.next(), let batch = empty.take() {
      var filling = Filling(place: BatchPlace(portion: number), batch: batch)
      for piece in portion.pieces {
        guard read(piece, into: &filling, &finisher) else { return }
      }
      _ = hand(over: &filling, &finisher, endsPortion: true)
    }
  }

  /// Reads a file or a part of one.
  ///
  /// - Returns: `false` when nobody wants more.
  private func read(_ piece: Portion.Piece, into filling: inout Filling, _ finisher: inout BatchFinisher)
    -> Bool
  {
    meter.begin(piece.file.source.name)
    do throws(InputError) {
      return try begin(piece, readsOn: false, into: &filling, &finisher)
    } catch {
      if error == .notResumable, let whole = piece.fromStart { return read(whole, into: &filling, &finisher) }
      filling.reports.append(FileReport(failed: piece, error))
      return true
    }
  }

  /// - Parameter readsOn: whether the first lines do not matter, since later ones are known to tell something.
  /// - Throws: what keeps the reading from beginning; what ends it later stands in the report.
  private func begin(
    _ piece: Portion.Piece, readsOn: Bool, into filling: inout Filling, _ finisher: inout BatchFinisher
  ) throws(InputError) -> Bool {
    var reader = try reader(of: piece, readsOn: readsOn)
    var mayBeginAgain = !readsOn
    while true {
      do {
        let status = try reader.read(into: &filling.batch)
        filling.reports.append(FileReport(of: piece, &reader, isLast: status == .endOfInput))
        if status == .endOfInput { return true }
      } catch {
        if error == .notResumable { throw error }
        if mayBeginAgain, error.isOfFirstLines, tellsLater(piece) {
          return try begin(piece, readsOn: true, into: &filling, &finisher)
        }
        filling.reports.append(FileReport(of: piece, &reader, isLast: true, error: error))
        return true
      }
      mayBeginAgain = false
      guard hand(over: &filling, &finisher, endsPortion: false) else { return false }
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
    var batch = EventBatch(capacity: 1)
    var status = ReadStatus.batchIsFull
    while status == .batchIsFull, let next = try? reader.read(into: &batch) {
      if reader.hasTold { return true }
      _ = reader.takeRejections()
      batch.removeAll()
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

  /// Finishes the batch, passes it on and, unless the portion is over, takes an empty one.
  ///
  /// - Returns: `false` when nobody wants more.
  private func hand(over filling: inout Filling, _ finisher: inout BatchFinisher, endsPortion: Bool) -> Bool {
    finisher.finish(&filling.batch)
    filled.put(
      FilledBatch(
        batch: filling.batch, place: filling.place, endsPortion: endsPortion, worker: number,
        reports: filling.reports))
    // The batch is on its way: a second reference here would make it be copied when it is emptied.
    filling = Filling(place: filling.place.next(endsPortion: endsPortion), batch: Self.none)
    guard !endsPortion else { return true }
    guard let batch = empty.take() else { return false }
    filling.batch = batch
    return true
  }
}

/// What a worker does to a batch before it passes it on; it keeps what that needs from batch to batch.
private struct BatchFinisher {
  /// `nil` when ids stay as the log has them.
  var pseudonyms: BatchPseudonyms?
  private var sorter = BatchSorter()

  init(pseudonyms: BatchPseudonyms?) { self.pseudonyms = pseudonyms }

  mutating func finish(_ batch: inout EventBatch) {
    // First, since a ledger merges in the order of the ids that it keeps.
    pseudonyms?.turn(&batch)
    sorter.sort(&batch)
  }
}

/// A batch while it is filled.
private struct Filling {
  var place: BatchPlace
  var batch: EventBatch
  var reports: [FileReport] = []
}
