package import Ledger
package import LogReading
package import ReceiptModel

/// Takes back what a file told, by making the ledger anew of all other files.
///
/// A ledger is the union of what its files told, so nothing in it says what one of them alone did. The others are read
/// into a successor, each as it was read once, and the successor takes the ledger's place when it was seen that together
/// with the file in question it holds exactly what the ledger holds. So nothing is lost that came by a pipe, from a log
/// that is gone or changed since, or was read under another configuration: then the ledger stays as it is.
package struct FileRetraction {
  private let store: LedgerWriter
  private let settings: LedgerSettings
  private let options: ImportOptions
  private let clock: () -> Instant
  /// How a file is read by what `ImportOptions.words` says of it.
  package var reading: (_ words: [String]) throws -> ReadOptions
  /// Asked often; `true` leaves the ledger as it is.
  package var shouldStop: @Sendable () -> Bool = { false }
  /// As `Importer.onProgress`.
  package var onProgress: (ImportMeter.Reading, _ totalBytes: Int64?) -> Void = { _, _ in }

  package enum Outcome {
    /// The ledger has read nothing from the file.
    case notKnown
    case interrupted
    /// What the ledger held before and holds without the file.
    case done(before: LedgerStatus, after: LedgerStatus)
  }

  /// - Parameter store: opened for writing by the holder of the lock; it is only read.
  package init(
    _ store: LedgerWriter, settings: LedgerSettings, options: ImportOptions, clock: @escaping () -> Instant,
    reading: @escaping (_ words: [String]) throws -> ReadOptions
  ) {
    self.store = store
    self.settings = settings
    self.options = options
    self.clock = clock
    self.reading = reading
  }

  /// - Parameters:
  ///   - source: the file, which is known by its content.
  ///   - places: where the other files are now; `nil` for where they were read from.
  ///   - replaces: whether the ledger is to change; otherwise it is only seen what would.
  /// - Throws: `RetractionRefusal`, `LedgerError`, `SQLiteError`, and as `refuseMakingAnew`; then the ledger is as it was.
  package func run(_ source: ImportSource, among places: [ImportSource]?, replaces: Bool) throws -> Outcome {
    try store.refuseMakingAnew()
    if let conflict = try store.deviceIDConflict(mark: options.pseudonyms?.mark) {
      throw LedgerError.otherDeviceIDs(path: store.path, conflict)
    }
    let files = try store.knownFiles()
    let retracted = try Importer.find(files, among: [source], in: store, options: options).found
    guard let file = retracted.first?.file else { return .notKnown }
    let others = try Importer.find(
      files.filter { $0.ref != file.ref }, among: places, in: store, options: options)
    guard others.missing.isEmpty else { throw RetractionRefusal.missing(others.missing) }

    let successor = try LedgerSuccessor(of: store)
    guard try add(others.found, to: successor.open()), let proof = try proof(successor, with: retracted)
    else { return .interrupted }
    guard try proof.fingerprint() == store.fingerprint() else { throw RetractionRefusal.otherLedger }
    guard let after = try finish(successor) else { return .interrupted }
    let before = try store.status()
    if replaces { try successor.replaceFormer() }
    return .done(before: before, after: after)
  }

  /// A copy of the successor with the file in question, which has to hold what the ledger holds.
  ///
  /// - Returns: `nil` when it was to stop.
  private func proof(
    _ successor: LedgerSuccessor, with logs: [(source: ImportSource, file: KnownFile)]
  ) throws -> LedgerWriter? {
    guard let copy = try successor.openCopy(shouldStop: shouldStop), try add(logs, to: copy), try prune(copy)
    else { return nil }
    return copy
  }

  /// Gives the successor what the ledger holds beside what logs told.
  ///
  /// - Returns: what it holds then; `nil` when it was to stop.
  private func finish(_ successor: LedgerSuccessor) throws -> LedgerStatus? {
    let new = try successor.open()
    guard try prune(new) else { return nil }
    try successor.takeOver(into: new)
    return shouldStop() ? nil : try new.status()
  }

  /// Imports files as the ledger once read them: each as far, and in each way in which it was.
  ///
  /// - Returns: whether it came to the end.
  private func add(_ logs: [(source: ImportSource, file: KnownFile)], to target: LedgerWriter) throws -> Bool
  {
    var sources: [[String]: [ImportSource]] = [:]
    var options = options
    options.rescans = true
    for log in logs {
      for words in try store.readings(of: log.file) { sources[words, default: []].append(log.source) }
      if case .path(let path) = log.source { options.lengths[path] = log.file.readLength }
    }
    for (words, sources) in sources.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      options.words = words
      options.reading = try reading(words)
      var importer = Importer(target, settings: settings, options: options, clock: clock)
      importer.shouldStop = shouldStop
      importer.shouldGiveUp = shouldStop
      importer.onProgress = onProgress
      do { if try importer.run(sources).wasInterrupted { return false } } catch LedgerError.givenUp {
        return false
      }
    }
    return true
  }

  /// Takes out what the ledger pruned; not before all files were read, since lines from before it are refused then.
  ///
  /// - Returns: whether it came to the end.
  private func prune(_ target: LedgerWriter) throws -> Bool {
    guard let moment = try store.watermark() else { return true }
    return try Pruner(target, PruneRule(before: moment)).run(shouldStop: shouldStop).isComplete
  }
}

/// Why what a file told cannot be taken back; the ledger is as it was.
package enum RetractionRefusal: Error, Equatable {
  /// What was read from these files is not where it was looked for.
  case missing([String])
  /// The files that are there do not give the ledger there is.
  case otherLedger
}
