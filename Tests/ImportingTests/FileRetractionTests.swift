import Foundation
import Importing
import Ledger
import LogReading
import ReceiptModel
import ReferenceLedger
import Synchronization
import TestSupport
import Testing

/// Taking back a file leaves the ledger of all other files, or the ledger as it was.
@Suite struct FileRetractionTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Read so, sends are opens and opens are sends: what a file tells by a wrong source.
  private static let wrongly = ["--source=wrong"]

  private static func options(_ words: [String] = []) -> ImportOptions {
    var options = ImportOptions()
    options.words = words
    options.reading = reading(words)
    return options
  }

  private static func reading(_ words: [String]) -> ReadOptions {
    var reading = ReadOptions()
    if words == wrongly {
      reading.aliases["sent"] = .opened
      reading.aliases["open"] = .sent
    }
    return reading
  }

  private struct Log {
    var path: String
    var ways: [[String]]
  }

  /// Files with parts of one random log that overlap, each read in one or two ways.
  private func logs(using random: inout SeededGenerator) throws -> [Log] {
    let lines = RandomLog(seed: random.next(), lines: 300).lines
    return try (0..<Int.random(in: 2...5, using: &random)).map { number in
      let part = lines.filter { _ in Int.random(in: 0..<3, using: &random) == 0 } + ["no receipt"]
      let path = try folder.write(part.map { $0 + "\n" }.joined(), to: "logs/\(number).jsonl")
      let ways = [[[]], [Self.wrongly], [[], Self.wrongly]].randomElement(using: &random) ?? [[]]
      return Log(path: path, ways: ways)
    }
  }

  private func ledger(_ name: String, of logs: [Log], using random: inout SeededGenerator) throws
    -> LedgerWriter
  {
    let store = try LedgerWriter.openForWriting(folder.path(name))
    var readings = logs.flatMap { log in log.ways.map { (log.path, $0) } }
    readings.shuffle(using: &random)
    for (path, words) in readings {
      var options = Self.options(words)
      options.rescans = true
      _ = try store.importFiles([path], options: options)
    }
    return store
  }

  private func retraction(from store: LedgerWriter) -> FileRetraction {
    FileRetraction(
      store, settings: LedgerSettings(), options: Self.options(), clock: { Instant(milliseconds: 0) },
      reading: Self.reading)
  }

  /// Takes a file back, and opens the ledger that stands in the place then.
  private func takeBack(
    _ path: String, from store: LedgerWriter, among places: [String]? = nil
  ) throws -> LedgerWriter {
    let outcome = try retraction(from: store).run(
      ImportSource(argument: path), among: places?.map { ImportSource(argument: $0) }, replaces: true)
    guard case .done = outcome else {
      Issue.record("\(outcome)")
      return store
    }
    return try LedgerWriter.openForWriting(store.path)
  }

  private func expectUntouched(
    _ store: LedgerWriter, _ refusal: RetractionRefusal, retracting path: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try store.fingerprint()
    #expect(throws: refusal, sourceLocation: sourceLocation) {
      try retraction(from: store).run(ImportSource(argument: path), among: nil, replaces: true)
    }
    #expect(
      try LedgerReader.openForReading(store.path).fingerprint() == before, sourceLocation: sourceLocation)
  }

  @Test(arguments: seeds(0..<16)) func `what is left is the ledger of the other files`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var logs = try logs(using: &random)
    let store = try ledger("all.db", of: logs, using: &random)
    let log = logs.remove(at: Int.random(in: 0..<logs.count, using: &random))
    let left = try takeBack(log.path, from: store)
    let expected = try ledger("others.db", of: logs, using: &random)
    #expect(try left.verify() == [])
    #expect(try LedgerContent(of: left).differences(from: LedgerContent(of: expected)) == [])
    #expect(try left.knownFiles().map(\.path).sorted() == logs.map(\.path).sorted())
    // It is known no more, so it can be imported again, and be taken back again.
    _ = try left.importFiles([log.path], options: Self.options())
    let again = try takeBack(log.path, from: left)
    #expect(try LedgerContent(of: again).differences(from: LedgerContent(of: expected)) == [])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == [
        "all.db", "logs", "others.db",
      ])
  }

  @Test(arguments: seeds(0..<6)) func `what was pruned stays away, and lines from before it, too`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var logs = try logs(using: &random)
    let store = try ledger("all.db", of: logs, using: &random)
    let moment = try #require(store.status().firstEvent) + Int64.random(in: 0..<86_400_000, using: &random)
    _ = try Pruner(store, PruneRule(before: moment)).run { false }
    let log = logs.removeLast()
    let left = try takeBack(log.path, from: store)
    let expected = try ledger("others.db", of: logs, using: &random)
    _ = try Pruner(expected, PruneRule(before: moment)).run { false }
    #expect(try left.verify() == [])
    #expect(try left.fingerprint() == expected.fingerprint())
    #expect(try left.watermark() == moment)
  }

  @Test func `files that have grown since are read as far as they were, and go on from there`() throws {
    var random = SeededGenerator(seed: 1)
    let lines = RandomLog(seed: 5, lines: 60).lines.map { $0 + "\n" }
    let first = try folder.write(lines[..<20].joined(), to: "logs/first.jsonl")
    let second = try folder.write(lines[20..<40].joined(), to: "logs/second.jsonl")
    let store = try ledger(
      "all.db", of: [Log(path: first, ways: [[]]), Log(path: second, ways: [[]])], using: &random)
    try folder.write((lines[..<20] + lines[40...]).joined(), to: "logs/first.jsonl")
    let left = try takeBack(second, from: store)
    #expect(try left.knownFiles().map(\.lastLine) == [20])
    #expect(try left.importFiles([first], options: Self.options()).counts.lines == 20)
    #expect(try left.verify() == [])
  }

  @Test func `what a pipe, a log that is gone or one that was changed has told is not lost`() throws {
    var random = SeededGenerator(seed: 2)
    let lines = RandomLog(seed: 6, lines: 400).lines.map { $0 + "\n" }
    let other = try folder.write(lines[..<200].joined(), to: "logs/other.jsonl")
    let file = try folder.write(lines[200...].joined(), to: "logs/file.jsonl")
    let store = try ledger(
      "all.db", of: [Log(path: other, ways: [[]]), Log(path: file, ways: [[]])], using: &random)
    try FileManager.default.moveItem(atPath: other, toPath: folder.path("logs/other.jsonl.1"))
    try expectUntouched(store, .missing([other]), retracting: file)
    // Both of its ends are as they were, which is all that a file is known again by.
    let changed = lines[..<100] + [lines[100].replacing("1", with: "2")] + lines[101..<200]
    #expect(lines[100].contains("1"))
    try folder.write(changed.joined(), to: "logs/other.jsonl")
    try expectUntouched(store, .otherLedger, retracting: file)
    try FileManager.default.removeItem(atPath: other)
    let left = try takeBack(file, from: store, among: [folder.path("logs")])
    #expect(try left.knownFiles().map(\.path) == [other + ".1"])
  }

  @Test func `a file that the ledger does not know, or that was to be stopped, changes nothing`() throws {
    var random = SeededGenerator(seed: 3)
    let logs = try logs(using: &random)
    let store = try ledger("all.db", of: logs, using: &random)
    let before = try store.fingerprint()
    let strange = try folder.write(RandomLog(seed: 9, lines: 5).text, to: "strange.jsonl")
    var retraction = retraction(from: store)
    guard case .notKnown = try retraction.run(ImportSource(argument: strange), among: nil, replaces: true)
    else {
      Issue.record("it is known")
      return
    }
    for limit in [0, 1, 3, 6] {
      let asked = Mutex(0)
      retraction.shouldStop = {
        asked.withLock {
          $0 += 1; return $0 > limit
        }
      }
      guard
        case .interrupted = try retraction.run(
          ImportSource(argument: logs[0].path), among: nil, replaces: true)
      else {
        Issue.record("it did not stop after \(limit)")
        return
      }
      #expect(try store.fingerprint() == before)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == [
        "all.db", "logs", "strange.jsonl",
      ])
  }
}
