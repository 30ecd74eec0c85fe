import Dispatch
package import Ledger
package import LogReading
package import ReceiptModel

/// Imports logs into a ledger: workers read and sort, this thread merges and commits.
///
/// Each worker has two batches, which come back to it when they are committed, so memory is bounded whatever the logs hold.
/// Batches are committed in the order of the logs, whichever worker was faster, in one transaction together with the
/// offsets of the files in them: so an offset never moves over a line that is not in the ledger. An interrupt is taken
/// between two batches; what was read and not committed is read again.
package struct Importer {
  private let store: LedgerWriter
  private let settings: LedgerSettings
  private let options: ImportOptions
  /// Asked before each batch; `true` ends the import.
  package var shouldStop: @Sendable () -> Bool = { false }
  /// Asked while the end of a first import is made of all that was read; `true` gives it up.
  package var shouldGiveUp: @Sendable () -> Bool = { false }
  /// Called often on the calling thread, with the bytes there are in all when that is known.
  package var onProgress: (ImportMeter.Reading, _ totalBytes: Int64?) -> Void = { _, _ in }
  /// Called with the refused lines of each file as they are committed.
  package var onRejections: (_ file: String, [RejectedLine]) throws -> Void = { _, _ in }
  /// The time by the clock, written down as when a file was read.
  package var clock: () -> Instant

  package init(
    _ store: LedgerWriter, settings: LedgerSettings, options: ImportOptions, clock: @escaping () -> Instant
  ) {
    self.store = store
    self.settings = settings
    self.options = options
    self.clock = clock
  }

  /// Imports everything behind `sources`.
  ///
  /// - Throws: `SQLiteError`, `LedgerError` (`givenUp` after `shouldGiveUp`), `ImportStandstill` and what `onRejections`
  ///   throws; trouble with single files stands in the summary.
  package func run(_ sources: [ImportSource]) throws -> ImportSummary {
    try store.limitCache(to: options.memory.cacheBytes)
    let memory = BuildMemory(
      sortedBytes: options.memory.sortedRunBytes, cacheBytes: options.memory.cacheBytes,
      sumBytes: options.memory.sumBytes, workers: options.memory.jobs)
    var options = options
    options.reading.watermark = try store.watermark() ?? .min
    let writer = try BatchCommitter(
      store, settings: settings, memory: options.builds ? memory : nil,
      pseudonymMark: options.pseudonyms?.mark, shouldGiveUp: shouldGiveUp)
    let files = try plan(sources)
    var accounts = files.map(FileAccount.init)
    let total = files.allSatisfy { $0.size != nil } ? files.reduce(0) { $0 + $1.remaining } : nil
    let meter = ImportMeter()
    let workers = Workers(on: files, options: options, meter: meter)
    // Whatever ends the import, no worker waits for a batch that will not come.
    defer { workers.stop() }
    var place = BatchPlace()
    var summary = ImportSummary()
    while place.portion < workers.portionCount {
      if shouldStop() {
        workers.stop()
        summary.wasInterrupted = true
        break
      }
      onProgress(meter.reading, total)
      guard var filled = workers.filled.take(place, milliseconds: 100) else { continue }
      if let standstill = ImportStandstill(filled, names: { files[Int($0)].source.name }) { throw standstill }
      place = place.next(endsPortion: filled.endsPortion)
      let isLast = place.portion == workers.portionCount
      let followsSoon = workers.filled.has(place)
      try commit(filled, isLast: isLast, followsSoon: followsSoon, by: writer, into: &accounts, meter)
      filled.batch.removeAll()
      workers.takeBack(filled.batch, from: filled.worker)
    }
    // What reading took is free for the end of a first import.
    workers.stop()
    let outcome = try writer.finish()
    for number in outcome.fileNumbers { accounts[Int(number)].note(outcome) }
    summary.files = accounts.map(\.summary)
    summary.links = try store.linkCounts()
    return summary
  }

  private func plan(_ sources: [ImportSource]) throws -> [PlannedFile] {
    var planner = try ImportPlanner(store, options)
    var files: [PlannedFile] = []
    for found in FolderWalk.files(sources, leavingOut: Self.noLogs(store.path, options)) {
      files.append(try planner.plan(found, number: UInt32(files.count)))
    }
    return files
  }

  /// The files of a ledger, the key of its pseudonyms and kept lines, which are no logs wherever they lie.
  static func noLogs(_ ledgerPath: String, _ options: ImportOptions) -> [[UInt8]] {
    let own = ["", "-journal", ".lock", "-parts", "-build", "-compact"].map { ledgerPath + $0 }
    let others = [options.pseudonyms?.path, options.keptRejects].compactMap(\.self)
    return (own + others).map { Array($0.utf8) }
  }

  private func commit(
    _ filled: FilledBatch, isLast: Bool, followsSoon: Bool, by writer: BatchCommitter,
    into accounts: inout [FileAccount],
    _ meter: ImportMeter
  ) throws {
    let reports = filled.reports.compactMap { accounts[Int($0.number)].take($0) }
    // A part behind the end of its file: it is alone in its batches, so nothing else is lost with it.
    guard !reports.isEmpty else { return }
    let files = reports.compactMap { accounts[Int($0.number)].progress($0, options: options.words) }
    if !files.isEmpty {
      let outcome = try writer.commit(
        filled.batch, files: files, isLast: isLast, followsSoon: followsSoon, clock: clock())
      for number in outcome.fileNumbers { accounts[Int(number)].note(outcome) }
    }
    for report in reports {
      let index = Int(report.number)
      let before = accounts[index].summary.bytes
      accounts[index].note(report)
      meter.add(bytes: accounts[index].summary.bytes - before, lines: report.since.lines)
      if !report.rejections.isEmpty { try onRejections(accounts[index].summary.name, report.rejections) }
    }
  }
}
