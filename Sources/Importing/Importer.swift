internal import Dispatch
package import Ledger
package import LogReading
package import ReceiptModel

/// Imports logs into a ledger: one thread reads and sorts, this one merges and commits.
///
/// Two runs go round between them, so memory is bounded whatever the logs hold. Each run is one transaction together
/// with the offsets of the files in it; an interrupt is taken between two runs.
package struct Importer {
  private let store: LedgerStore
  private let settings: LedgerSettings
  private let options: ImportOptions
  /// Asked often; `true` ends the import after the run at hand.
  package var shouldStop: @Sendable () -> Bool = { false }
  /// Called often on the calling thread, with the bytes there are in all when that is known.
  package var onProgress: (ImportMeter.Reading, _ totalBytes: Int64?) -> Void = { _, _ in }
  /// Called with the refused lines of each file as they are committed.
  package var onRejections: (_ file: String, [RejectedLine]) throws -> Void = { _, _ in }
  /// The time by the clock, written down as when a file was read.
  package var clock: () -> Instant

  package init(
    _ store: LedgerStore, settings: LedgerSettings, options: ImportOptions, clock: @escaping () -> Instant
  ) {
    self.store = store
    self.settings = settings
    self.options = options
    self.clock = clock
  }

  /// Imports everything behind `sources`.
  ///
  /// - Throws: `SQLiteError`, `LedgerError` and what `onRejections` throws; trouble with single files stands in the summary.
  package func run(_ sources: [ImportSource]) throws -> ImportSummary {
    let writer = try LedgerWriter(store, settings: settings, memory: BuildMemory(workers: 2))
    let files = try plan(sources)
    var summary = ImportSummary()
    summary.files = files.map { FileSummary(name: $0.source.name, treatment: $0.treatment) }
    for (index, file) in files.enumerated() {
      switch file.start {
      case .unreadable(let error): summary.files[index].error = error
      case .resume(_, let offset, _): summary.files[index].bytes = offset
      case .beginning, .again, .alreadyRead: break
      }
    }
    let meter = ImportMeter()
    let empty = RunQueue<EventRun>(capacity: 2)
    let filled = RunQueue<FilledRun>(capacity: 1)
    for _ in 0..<2 { empty.put(EventRun(capacity: options.runCapacity)) }
    let worker = LogWorker(files: files, options: options, empty: empty, filled: filled, meter: meter)
    DispatchQueue(label: "pushledger.reader").async { worker.work() }
    let total = files.allSatisfy { $0.size != nil } ? files.reduce(0) { $0 + $1.remaining } : nil
    while true {
      if shouldStop(), !meter.isStopping {
        meter.stop()
        summary.wasInterrupted = true
      }
      onProgress(meter.reading, total)
      guard var batch = filled.take(milliseconds: 100) else {
        // A worker that waits for standard input cannot be woken; it dies with the process, and nothing is lost.
        if summary.wasInterrupted, files.contains(where: { $0.source == .standardInput }) { return summary }
        continue
      }
      let outcome = try writer.commit(batch.run, files: batch.files, isLast: batch.isLast, clock: clock())
      let bytesBefore = summary.files.reduce(0) { $0 + $1.bytes }
      try note(batch, outcome, in: &summary)
      meter.add(
        bytes: summary.files.reduce(0) { $0 + $1.bytes } - bytesBefore,
        lines: batch.files.reduce(0) { $0 + $1.lines })
      if batch.isLast {
        let rest = try writer.finish()
        for index in summary.files.indices {
          summary.files[index].merged += rest.merged(file: UInt32(index))
          summary.files[index].duplicate += rest.duplicate(file: UInt32(index))
        }
        return summary
      }
      batch.run.removeAll()
      empty.put(batch.run)
    }
  }

  private func plan(_ sources: [ImportSource]) throws -> [PlannedFile] {
    let own = [store.path, store.path + "-journal", store.path + ".lock"].map { Array($0.utf8) }
    var planner = try ImportPlanner(store, options)
    var files: [PlannedFile] = []
    for source in FolderWalk.files(sources, leavingOut: own) {
      files.append(try planner.plan(source, number: UInt32(files.count)))
    }
    return files
  }

  private func note(_ batch: FilledRun, _ outcome: MergeOutcome, in summary: inout ImportSummary) throws {
    for file in batch.files {
      let index = Int(file.number)
      summary.files[index].lines += file.lines
      summary.files[index].rejected += file.rejected
      summary.files[index].ignored += file.ignored
      summary.files[index].events += file.events
      summary.files[index].merged += outcome.merged(file: file.number)
      summary.files[index].duplicate += outcome.duplicate(file: file.number)
      summary.files[index].bytes = file.bytes
      summary.files[index].format = file.format
    }
    for (number, lines) in batch.rejections.sorted(by: { $0.key < $1.key }) where !lines.isEmpty {
      let index = Int(number)
      for line in lines { summary.files[index].reasons[line.rejection, default: 0] += 1 }
      let room = 3 - summary.files[index].firstRejects.count
      summary.files[index].firstRejects += lines.prefix(max(0, room))
      try onRejections(summary.files[index].name, lines)
    }
    for (number, end) in batch.finished {
      let index = Int(number)
      summary.files[index].unknownTypes = end.progress.unknownTypes
      summary.files[index].unknownColumns = end.progress.unknownColumns
      summary.files[index].timeRules = end.progress.timeRules
      summary.files[index].pendingBytes = end.progress.pendingBytes
      summary.files[index].hasTrailingGarbage = end.progress.hasTrailingGarbage
      summary.files[index].wasTruncated = end.progress.wasTruncated
      summary.files[index].error = end.error
      if end.error != nil { summary.files[index].treatment = .failed }
    }
  }
}

extension PlannedFile {
  fileprivate var treatment: FileSummary.Treatment {
    switch start {
    case .beginning: .new
    case .resume: .resumed
    case .again: .readAgain
    case .alreadyRead: .alreadyRead
    case .unreadable: .failed
    }
  }

  /// Bytes that are still to be read.
  fileprivate var remaining: Int64 {
    switch start {
    case .beginning, .again: size ?? 0
    case .resume(_, let offset, _): max(0, (size ?? 0) - offset)
    case .alreadyRead, .unreadable: 0
    }
  }
}
