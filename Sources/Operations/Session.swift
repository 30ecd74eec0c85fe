package import ConfigurationReading
import Files
import Glibc
package import Ledger
package import Prose
package import ReceiptModel

/// What every piece of work on a ledger needs: settings, the report's zone and language, and who may stop it.
package struct Session {
  package let resolved: ResolvedConfiguration
  package let zone: ReportZone
  /// Of what people read.
  package let language: Language
  /// The configuration file that was named.
  package let configurationPath: String?
  package let interruption: Interruption
  let toolVersion: String

  package var configuration: Configuration { resolved.values }
  package var databasePath: String { configuration.databasePath }

  /// - Throws: `ConfigurationError`; `Failure` of kind `usage` for what stands in an option.
  package init(
    _ options: ConfigurationLoader.Options, interruption: Interruption, toolVersion: String
  ) throws {
    var loader = ConfigurationLoader()
    loader.options = options
    resolved = try loader.load()
    zone = try Self.zone(named: resolved.values.timeZone, isOption: options.timeZone != nil)
    language = try resolved.values.words()
    configurationPath = options.configurationPath
    self.interruption = interruption
    self.toolVersion = toolVersion
  }

  private static func zone(named name: String, isOption: Bool) throws -> ReportZone {
    do throws(ConfigurationError) {
      return try ZoneDatabase.zone(named: name)
    } catch {
      guard isOption else { throw error }
      throw Failure.usage("option '--tz': \(error.message)", advice: error.advice)
    }
  }

  /// The ledger, with the configuration's judgements in its rollups.
  ///
  /// When they differ from those it was written with, the rollups are computed again, which needs the lock.
  ///
  /// - Parameter holdingLock: whether the caller has it already.
  /// - Throws: `LedgerError`, `SQLiteError`.
  package func openLedger(holdingLock: Bool = false) throws -> LedgerReader {
    if holdingLock { try LedgerReader.recover(databasePath) }
    let store = try openForReading()
    let settings = configuration.ledgerSettings
    guard try !store.agrees(with: settings) else { return store }
    if holdingLock {
      try openForWriting().adopt(settings)
    } else {
      let lock = try StoreLock(for: databasePath, waiting: 0)
      try openForWriting().adopt(settings)
      _ = consume lock
    }
    return try openForReading()
  }

  private func openForReading() throws -> LedgerReader {
    try LedgerReader.openForReading(databasePath, shouldStop: interruption.isRequested)
  }

  /// The ledger, made when there is none; the caller holds the lock.
  package func openForWriting() throws -> LedgerWriter {
    try LedgerWriter.openForWriting(databasePath, shouldStop: interruption.isRequested)
  }

  /// The lock of the ledger.
  ///
  /// - Parameter seconds: how long to wait for another command.
  package func lock(waiting seconds: Int) throws(LedgerError) -> StoreLock {
    try StoreLock(for: databasePath, waiting: seconds, shouldStop: interruption.isRequested)
  }

  /// Calls `body` with the ledger, made when there is none, while no other command writes to it.
  ///
  /// One that was made for what did not go into it goes again.
  ///
  /// - Parameter seconds: how long to wait for another command.
  package func withWritableLedger(waiting seconds: Int, _ body: (LedgerWriter) throws -> Void) throws {
    let lock = try lock(waiting: seconds)
    try LedgerReader.removeRemains(databasePath)
    // Nobody but the holder of the lock makes one.
    let isNew = !FileCall.access(databasePath, F_OK)
    let store = try openForWriting()
    do { try body(store) } catch {
      if isNew, (try? store.isEmpty) == true { try? store.remove() }
      throw error
    }
    _ = consume lock
  }

  /// The options with which another command finds the same ledger: what this one was told, and not what stands in a file
  /// that it will find again.
  package var ledgerOptions: [String] {
    var words: [String] = []
    switch resolved.origin(of: .databasePath) {
    case .option, .variable: words += ["--db", databasePath]
    case .builtIn, .file: break
    }
    if let configurationPath { words += ["--config", configurationPath] }
    return words
  }

  /// The time by the clock.
  package static var clock: Instant {
    instant(of: SystemCall.time())
  }

  /// A clock that is as far off as its 64 bits allow stands at the ends between which events lie, as options do: no
  /// judgement differs by it, and none has to think of times that do not fit.
  static func instant(of clock: timespec) -> Instant {
    let seconds = min(max(Int64(clock.tv_sec), Int64.min / 1001), Int64.max / 1001)
    let now = Instant(milliseconds: seconds * 1000 + Int64(clock.tv_nsec) / 1_000_000)
    return min(max(now, .earliest), .latest)
  }
}

/// How work learns that somebody asked the program to stop.
package struct Interruption: Sendable {
  /// Asked often; what is whole by then stays.
  package let isRequested: @Sendable () -> Bool
  /// Whether it was asked so long ago that what takes longer is to be given up rather than completed.
  let isOverdue: @Sendable () -> Bool

  package init(isRequested: @escaping @Sendable () -> Bool, isOverdue: @escaping @Sendable () -> Bool) {
    self.isRequested = isRequested
    self.isOverdue = isOverdue
  }
}
