import Foundation
import Importing
import Ledger
import LogReading
import ReceiptModel
import Simulation
import Synchronization
import TestSupport
import Testing

/// Files that are cut, replaced or removed while several workers read them.
@Suite struct ChangingFileTests {
  private let folder: ScratchFolder
  private let store: LedgerWriter
  private let path: String
  private let log: Data

  init() throws {
    folder = try ScratchFolder()
    store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let records = LogRecords.simulated(Scenario(seed: 5, events: 400).clean)
    log = Data(records.file(Array(0..<400)[...], .jsonLines))
    path = try folder.write(log, to: "push.log")
  }

  private var options: ImportOptions {
    var options = ImportOptions()
    options.memory.jobs = 3
    options.memory.batchCapacity = 10
    options.portionBytes = 3_000
    return options
  }

  /// Imports the file and does something to it once the first run has been committed.
  private func importing(_ change: @escaping @Sendable () -> Void) throws -> FileSummary {
    let commits = Mutex(0)
    let importer = Importer(
      store, settings: LedgerSettings(), options: options,
      clock: {
        if commits.withLock({ count in
          count += 1; return count == 1
        }) {
          change()
        }
        return Instant(milliseconds: 0)
      })
    return try #require(try importer.run([ImportSource(argument: path)]).files.first)
  }

  private func wholeFingerprint() throws -> String {
    let path = try folder.write(log, to: "whole.log")
    return try folder.ledger("whole.db", importing: [path]).fingerprint()
  }

  @Test(arguments: [true, false])
  func `a file that was found in a folder may be gone, one that was named not`(
    isNamed: Bool
  ) throws {
    try folder.write(log, to: "logs/a.log")
    // Not the same, which would be a copy.
    let other = try folder.write(log + Data("\n".utf8), to: "logs/b.log")
    var options = options
    options.memory.jobs = 1
    let commits = Mutex(0)
    let importer = Importer(
      store, settings: LedgerSettings(), options: options,
      clock: {
        let isFirst = commits.withLock { count in
          count += 1
          return count == 1
        }
        // One worker with two short runs is not further than the first file.
        if isFirst { unsafe unlink(other) }
        return Instant(milliseconds: 0)
      })
    let names = isNamed ? ["logs/a.log", "logs/b.log"] : ["logs"]
    let files = try importer.run(names.map { ImportSource(argument: folder.path($0)) }).files
    #expect(files.map(\.treatment) == [.new, isNamed ? .failed : .gone])
    #expect(files.last?.error == (isNamed ? .missing : nil))
    #expect(try store.fingerprint() == wholeFingerprint())
  }

  @Test func `a file that becomes shorter is read to its new end, and the rest when it is back`() throws {
    let path = path
    let summary = try importing { unsafe truncate(path, 100_000) }
    #expect(summary.wasTruncated)
    #expect(summary.error == nil)
    #expect(summary.counts.lines == log.prefix(100_000).count { $0 == 0x0A })
    #expect(summary.bytes == 100_000)
    #expect(try store.verify() == [])
    try folder.write(log, to: "push.log")
    let second = try #require(try store.importFiles([path], options: options).files.first)
    #expect(second.treatment == .resumed)
    #expect(summary.counts.lines + second.counts.lines == 400)
    #expect(try store.fingerprint() == wholeFingerprint())
  }

  @Test func `a file that is rotated is read to its end, not the one that took its name`() throws {
    let (path, rotated) = (path, folder.path("push.log.1"))
    let other = LogRecords.simulated(Scenario(seed: 6, events: 400).clean)
    let next = try folder.write(Data(other.file(Array(0..<400)[...], .jsonLines)), to: "next.log")
    let summary = try importing {
      unsafe rename(path, rotated)
      unsafe rename(next, path)
    }
    #expect(summary.counts.lines == 400)
    #expect(summary.counts.rejected == 0)
    #expect(try store.fingerprint() == wholeFingerprint())
  }

  @Test func `a file that is removed is read to its end`() throws {
    let path = path
    let summary = try importing { unsafe unlink(path) }
    #expect(summary.counts.lines == 400)
    #expect(try store.fingerprint() == wholeFingerprint())
  }

  @Test func `what goes wrong while committing ends the import with its reason`() throws {
    struct Full: Error {}
    try folder.write(Data("no record\n".utf8) + log, to: "push.log")
    var importer = Importer(
      store, settings: LedgerSettings(), options: options, clock: { Instant(milliseconds: 0) })
    importer.onRejections = { _, _ in throw Full() }
    #expect(throws: Full.self) { _ = try importer.run([ImportSource(argument: path)]) }
    // The first content of a ledger is there as a whole or not at all.
    #expect(try store.importFiles([path], options: options).files.map(\.treatment) == [.new])
    #expect(try store.fingerprint() == wholeFingerprint())
  }
}
