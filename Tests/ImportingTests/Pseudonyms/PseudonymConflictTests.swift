import Foundation
import Ledger
import ReceiptModel
import TestSupport
import Testing

@testable import Importing

/// In one ledger a device has one name: ids of another kind are refused, and nothing is changed.
@Suite struct PseudonymConflictTests {
  private let folder: ScratchFolder
  private let log: String

  private static let other = PseudonymKey(Array(repeating: UInt8(7), count: 32).span)

  init() throws {
    folder = try ScratchFolder()
    log = try folder.write(
      PseudonymLog(seed: 3, count: 50).text().joined(separator: "\n") + "\n", to: "a.jsonl")
  }

  private func options(_ key: PseudonymKey?) -> ImportOptions {
    var options = ImportOptions()
    options.pseudonyms = key
    return options
  }

  /// What an import that is refused says, and whether the ledger's bytes are as they were.
  private func conflict(_ key: PseudonymKey?, after first: PseudonymKey?) throws -> LedgerError? {
    do { _ = try folder.ledger("l.db", importing: [log], options: options(first)) }
    let place = URL(filePath: folder.path("l.db"))
    let before = try Data(contentsOf: place)
    let more = try folder.write(
      PseudonymLog(seed: 4, count: 50).text().joined(separator: "\n") + "\n", to: "b.jsonl")
    let error = #expect(throws: LedgerError.self) {
      try LedgerWriter.openForWriting(folder.path("l.db")).importFiles([more], options: options(key))
    }
    #expect(try Data(contentsOf: place) == before)
    #expect(try folder.names().filter { $0.hasPrefix("l.db-") } == [])
    return error
  }

  private func refusal(_ conflict: DeviceIDConflict) -> LedgerError {
    .otherDeviceIDs(path: folder.path("l.db"), conflict)
  }

  @Test func `another key is refused`() throws {
    #expect(try conflict(Self.other, after: .test) == refusal(.otherKey))
  }

  @Test func `no key is refused where there are pseudonyms`() throws {
    #expect(try conflict(nil, after: .test) == refusal(.keyMissing))
  }

  @Test func `a key is refused where there are ids as logs name them`() throws {
    #expect(try conflict(.test, after: nil) == refusal(.plainIDs))
  }

  @Test func `a key is taken where no device has been told of yet`() throws {
    let nobody = try folder.write(
      #"{"app_key":"7","message_id":"m","event_type":"sent","event_time":"1790000000000"}"#,
      to: "nobody.jsonl")
    let store = try folder.ledger("l.db", importing: [nobody])
    #expect(try store.pseudonymMark() == nil)
    _ = try store.importFiles([log], options: options(.test))
    #expect(try store.pseudonymMark() == PseudonymKey.test.mark)
    #expect(try store.verify() == [])
  }

  @Test(arguments: [true, false]) func `the mark comes with the first events and not before`(builds: Bool)
    throws
  {
    let store = try LedgerWriter.openForWriting(folder.path("l.db"))
    var options = options(.test)
    options.builds = builds
    options.memory.batchCapacity = 10
    options.portionBytes = 500
    var importer = Importer(
      store, settings: LedgerSettings(), options: options, clock: { Instant(milliseconds: 0) })
    importer.shouldStop = { true }
    _ = try importer.run([.path(Array(log.utf8))])
    #expect(try store.pseudonymMark() == nil)
    importer.shouldStop = { false }
    _ = try importer.run([.path(Array(log.utf8))])
    #expect(try store.pseudonymMark() == PseudonymKey.test.mark)
  }

  @Test func `other settings leave the mark where it is`() throws {
    let store = try folder.ledger("l.db", importing: [log], options: options(.test))
    var settings = LedgerSettings()
    settings.settle += 1
    #expect(try store.adopt(settings))
    #expect(try store.pseudonymMark() == PseudonymKey.test.mark)
  }

  @Test func `a backup and a compacted ledger hold the mark`() throws {
    do { _ = try folder.ledger("l.db", importing: [log], options: options(.test)) }
    _ = try LedgerCopy.write(.openForReading(folder.path("l.db")), to: folder.path("copy.db"))
    _ = try LedgerReader.compact(folder.path("l.db"))
    for name in ["l.db", "copy.db"] {
      #expect(try LedgerReader.openForReading(folder.path(name)).pseudonymMark() == PseudonymKey.test.mark)
    }
  }
}
