import Foundation
import Importing
import Ledger
import LogReading
import ReceiptModel
import ReferenceLedger
import Simulation
import Synchronization
import TestSupport
import Testing

/// Importing is set union: whatever the order, the split, the repetition, the shape, the sizes of runs and blocks, and
/// wherever it was interrupted, the ledger is the same.
@Suite struct ImportPropertyTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A log to scatter: every other one simulated, every other one random.
  private func records(_ seed: UInt64) throws -> LogRecords {
    guard seed % 2 == 0 else { return try .random(RandomLog(seed: seed, lines: 400)) }
    var scenario = Scenario.small(seed: seed)
    scenario.events = 600
    return .simulated(scenario.inWorlds(World.drawn(seed)))
  }

  private func options(_ records: LogRecords, using random: inout SeededGenerator) -> ImportOptions {
    var options = ImportOptions()
    options.reading.aliases.merge(records.aliases) { $1 }
    options.reading.keepsClientNetworks = records.hasAddresses
    options.memory.batchCapacity = [64, 65, 100, 257, 1_024, 262_144].randomElement(using: &random) ?? 64
    options.memory.blockSize = [1, 61, 512, 4_096, 262_144].randomElement(using: &random) ?? 512
    return options
  }

  /// What the ledger holds when all records come in one plain file.
  private func undisturbed(_ records: LogRecords) throws -> LedgerContent {
    var options = ImportOptions()
    options.reading.aliases.merge(records.aliases) { $1 }
    options.reading.keepsClientNetworks = records.hasAddresses
    let bytes = Data(records.file(Array(0..<records.count)[...], .jsonLines))
    let store = try folder.ledger(
      "whole.db", importing: [try folder.write(bytes, to: "whole.jsonl")], options: options)
    #expect(try store.verify() == [])
    return try LedgerContent(of: store)
  }

  private func scattered(_ records: LogRecords, using random: inout SeededGenerator) throws -> ScatteredLog {
    let log = try ScatteredLog(records, using: &random)
    for file in log.files { try folder.write(file.bytes, to: "logs/" + file.name) }
    return log
  }

  @Test(arguments: seeds(0..<16)) func `any order, split, repetition and shape gives the same ledger`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let records = try records(seed)
    let expected = try undisturbed(records)
    let log = try scattered(records, using: &random)
    var options = options(records, using: &random)
    let store = try LedgerWriter.openForWriting(folder.path("scattered.db"))
    let logs = [folder.path("logs")]

    let first = try store.importFiles(logs, options: options)
    #expect(try LedgerContent(of: store).differences(from: expected) == [])
    #expect(try store.verify() == [])
    expectLines(first, log.contents)

    let second = try store.importFiles(logs, options: options)
    #expect(second.files.allSatisfy { $0.treatment == .alreadyRead && $0.counts.lines == 0 })

    options.rescans = true
    let third = try store.importFiles(logs, options: options)
    #expect(third.counts.merged == 0)
    expectLines(third, log.contents)
    #expect(try LedgerContent(of: store).differences(from: expected) == [])
    #expect(try store.verify() == [])
  }

  @Test(arguments: seeds(0..<12)) func `an interrupted import that is run again ends as if undisturbed`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed ^ 0xA5A5)
    let records = try records(seed)
    let expected = try undisturbed(records)
    let log = try scattered(records, using: &random)
    var options = options(records, using: &random)
    options.memory.batchCapacity = [64, 90, 150].randomElement(using: &random) ?? 64
    let store = try LedgerWriter.openForWriting(folder.path("scattered.db"))

    var interrupts = 0
    var patience = 1
    while try interruptedImport(into: store, after: patience, options) {
      interrupts += 1
      // An array is read from its start again, so each try has to come further than the last.
      patience += interrupts
      #expect(try store.verify() == [])
    }
    #expect(interrupts > 0)
    #expect(try LedgerContent(of: store).differences(from: expected) == [])
    #expect(try store.verify() == [])
    let status = try store.status()
    #expect(status.counts.lines == log.contents.reduce(0) { $0 + $1.count.lines })
    #expect(status.counts.rejected == log.contents.reduce(0) { $0 + $1.count.rejected })
    #expect(status.counts.ignored == log.contents.reduce(0) { $0 + $1.count.ignored })
  }

  /// Imports until some runs were committed.
  ///
  /// - Returns: whether it was interrupted.
  private func interruptedImport(
    into store: LedgerWriter, after runs: Int, _ options: ImportOptions
  ) throws -> Bool {
    let committed = Mutex(0)
    // The clock is read once for each commit.
    var importer = Importer(
      store, settings: LedgerSettings(), options: options,
      clock: {
        committed.withLock { $0 += 1 }
        return Instant(milliseconds: 0)
      })
    importer.shouldStop = { committed.withLock { $0 >= runs } }
    return try importer.run([ImportSource(argument: folder.path("logs"))]).wasInterrupted
  }

  /// Every line of every file is accounted for, as the writer of the files counted them.
  private func expectLines(
    _ summary: ImportSummary, _ contents: [ScatteredLog.File], _ location: SourceLocation = #_sourceLocation
  ) {
    var total = LineCount()
    for file in contents {
      let name = folder.path("logs/" + file.name)
      let found = summary.files.first { $0.name == name }
      #expect(found?.counts.lines == file.count.lines, "\(file.name)", sourceLocation: location)
      #expect(found?.counts.rejected == file.count.rejected, "\(file.name)", sourceLocation: location)
      #expect(found?.counts.ignored == file.count.ignored, "\(file.name)", sourceLocation: location)
      let counted = found.map { $0.counts.merged + $0.counts.duplicate }
      #expect(counted == file.count.records, "\(file.name)", sourceLocation: location)
      total.records += file.count.records
      total.rejected += file.count.rejected
      total.ignored += file.count.ignored
    }
    #expect(
      summary.counts.lines == summary.counts.merged + summary.counts.duplicate + summary.counts.rejected
        + summary.counts.ignored,
      sourceLocation: location)
    #expect(summary.counts.lines == total.lines, sourceLocation: location)
    #expect(summary.counts.merged + summary.counts.duplicate == total.records, sourceLocation: location)
  }
}
