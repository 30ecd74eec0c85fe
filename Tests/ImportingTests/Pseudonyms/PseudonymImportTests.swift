import Foundation
import Ledger
import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Importing

/// A ledger of pseudonyms is the ledger of a log in which somebody replaced each id by hand.
@Suite struct PseudonymImportTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func options(jobs: Int = 1, builds: Bool = true) -> ImportOptions {
    var options = ImportOptions()
    options.memory = MemoryPlan(bytes: Configuration.leastMemoryBytes, jobs: jobs)
    options.memory.batchCapacity = 70
    options.builds = builds
    return options
  }

  private func keyed(jobs: Int = 1, builds: Bool = true, _ key: PseudonymKey = .test) -> ImportOptions {
    var options = options(jobs: jobs, builds: builds)
    options.pseudonyms = key
    return options
  }

  @discardableResult private func write(_ lines: some Sequence<String>, to name: String) throws -> String {
    try folder.write(lines.joined(separator: "\n") + "\n", to: name)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `any order, split and way gives the ledger of a log with its ids replaced`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let log = PseudonymLog(seed: seed, count: 400)
    let replaced = try write(log.text(naming: PseudonymKey.plain), to: "replaced.jsonl")
    let expected = try LedgerContent(of: folder.ledger("plain.db", importing: [replaced], options: options()))
    let lines = log.text().shuffled(using: &random)
    let cut = Int.random(in: 0...lines.count, using: &random)
    // Some lines stand in both.
    let files = [
      try write(lines[..<cut], to: "a.jsonl"), try write(lines[max(0, cut - 20)...], to: "b.jsonl"),
    ]
    var options = keyed(jobs: 1 + Int(seed % 2), builds: seed % 4 < 2)
    options.portionBytes = seed % 3 == 0 ? 5_000 : nil
    let store = try folder.ledger("keyed.db", importing: files.shuffled(using: &random), options: options)
    #expect(try LedgerContent(of: store).differences(from: expected) == [])
    #expect(try store.verify() == [])
    // All of it once more adds nothing.
    options.rescans = true
    #expect(try store.importFiles(files, options: options).counts.merged == 0)
    #expect(try store.pseudonymMark() == PseudonymKey.test.mark)
  }

  @Test(arguments: [true, false]) func `no id of the log is in any byte of a file beside the ledger`(
    builds: Bool
  ) throws {
    let log = PseudonymLog(seed: 5, count: 900)
    try write(log.text(), to: "logs/a.jsonl")
    // A refused line is kept by its place; its id is not.
    try write(log.text().prefix(9).map { $0.replacing("1790", with: "1") }, to: "logs/refused.jsonl")
    let place = try folder.write("", to: "ledger/here").replacing("/here", with: "")
    let store = try LedgerWriter.openForWriting(place + "/a.db")
    var importer = Importer(
      store, settings: LedgerSettings(), options: keyed(jobs: 2, builds: builds),
      clock: { Instant(milliseconds: 0) })
    var looks = 0
    importer.onProgress = { _, _ in
      looks += 1
      expectNoID(of: log, in: place)
    }
    let summary = try importer.run([.path(Array(folder.path("logs").utf8))])
    #expect(summary.counts.merged > 500 && summary.counts.rejected == 9 && looks > 5)
    expectNoID(of: log, in: place)
    // The twin of that look: without a key it finds the ids.
    _ = try folder.ledger("ledger/raw.db", importing: [folder.path("logs/a.jsonl")], options: options())
    let raw = try [UInt8](Data(contentsOf: URL(filePath: place + "/raw.db")))
    #expect(log.devices.allSatisfy { isIn(raw, $0) })
  }

  private func expectNoID(of log: PseudonymLog, in place: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] {
      // A file may go while it is looked at.
      let bytes = (try? [UInt8](Data(contentsOf: URL(filePath: place + "/" + name)))) ?? []
      let found = log.devices.count { isIn(bytes, $0) }
      #expect(found == 0, "\(found) ids in \(name)")
    }
  }

  /// Whether an id stands in some bytes, as text or as the sixteen bytes that its digits stand for.
  private func isIn(_ bytes: [UInt8], _ id: String) -> Bool {
    let digits = id.compactMap(\.hexDigitValue)
    let packed = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    let forms = [Array(id.utf8)] + (id.utf8.count == 32 && digits.count == 32 ? [packed] : [])
    return forms.contains { form in Data(bytes).range(of: Data(form)) != nil }
  }

  @Test func `ids that differ only in case are two devices, as without a key`() throws {
    let id = "a692961a92534047ad362575f31f5700"
    let lines = [id, id.uppercased(), id].map {
      #"{"app_key":"7","message_id":"m","device_id":"\#($0)","event_type":"sent","event_time":"1790000000000"}"#
    }
    let path = try write(lines, to: "a.jsonl")
    for options in [options(), keyed()] {
      let name = options.pseudonyms == nil ? "raw.db" : "keyed.db"
      let store = try folder.ledger(name, importing: [path], options: options)
      #expect(try store.database.integer("SELECT count(*) FROM deliveries") == 2)
    }
  }

  @Test func `a folder of logs is read without the key that lies in it`() throws {
    try write(PseudonymLog(seed: 1, count: 3).text(), to: "logs/a.jsonl")
    let file = try folder.write(String(repeating: "0a1b", count: 16) + "\n", to: "logs/key")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    let key = try PseudonymKey(contentsOf: file)
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let summary = try store.importFiles([folder.path("logs")], options: keyed(key))
    #expect(summary.files.map(\.name) == [folder.path("logs/a.jsonl")])
  }
}
