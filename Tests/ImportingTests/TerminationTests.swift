import Importing
import Ledger
import LogReading
import ReceiptModel
import Synchronization
import TestSupport
import Testing

/// Every import ends, and within as many commits as it has lines and portions.
@Suite struct TerminationTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// How much of everything a log tells.
  private struct Shape {
    var lines: Int
    var messages: Int
    var devices: Int
    var apps: Int
    var versions: Int
    var reasons: Int
    var types: Int
    var idLength: Int

    init(lines: Int, using random: inout SeededGenerator) {
      func count() -> Int { [1, 3, 50, 1_000, 100_000].randomElement(using: &random) ?? 1 }
      self.lines = lines
      (messages, devices, apps, versions, reasons) = (count(), count(), count(), count(), count())
      types = [1, 4, 30].randomElement(using: &random) ?? 1
      idLength = [1, 8, 36, 64, 256].randomElement(using: &random) ?? 1
    }

    func line(_ number: Int) -> String {
      func id(_ value: Int) -> String {
        let digits = String(value)
        return String(repeating: "é", count: max(0, idLength - digits.count) / 2) + digits
      }
      let type = ["sent_fail", "sent", "ext_ack", "open"] + (0..<26).map { "t\($0)" }
      return #"{"app_key":"\#(id(number % apps))","message_id":"\#(id(number % messages))","#
        + #""device_id":"\#(id(number % devices))","event_type":"\#(type[number % types])","#
        + #""event_time":"17900000\#(10_000 + number % 80_000)","app_version":"\#(id(number % versions))","#
        + #""reason":"\#(id(number % reasons))"}"# + "\n"
    }
  }

  /// Imports with a clock that counts the commits and gives up when there are more than there can be.
  private func importCounted(
    _ paths: [String], into name: String, _ options: ImportOptions, bound: Int
  ) throws -> (summary: ImportSummary, commits: Int) {
    let commits = Mutex(0)
    let store = try LedgerWriter.openForWriting(folder.path(name))
    let clock: @Sendable () -> Instant = {
      commits.withLock { $0 += 1 }
      return Instant(milliseconds: 0)
    }
    var importer = Importer(store, settings: LedgerSettings(), options: options, clock: clock)
    importer.shouldStop = { commits.withLock { $0 > bound } }
    let summary = try importer.run(paths.map(ImportSource.init(argument:)))
    return (summary, commits.withLock(\.self))
  }

  @Test(.timeLimit(.minutes(5)), arguments: seeds(0..<24))
  func `any log is read within a bound of passes, with any workers and any room`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let shape = Shape(lines: 1_000, using: &random)
    let path = try folder.write((0..<shape.lines).map(shape.line).joined(), to: "log.jsonl")
    var options = ImportOptions()
    options.reading.isFinal = true
    let bytes = [Configuration.leastMemoryBytes, 128 << 20, 1 << 30].randomElement(using: &random)
    options.memory = MemoryPlan(
      bytes: bytes ?? Configuration.leastMemoryBytes, jobs: 1 + Int(seed % 8))
    options.memory.batchCapacity =
      [1, 64, 1_000, options.memory.batchCapacity].randomElement(using: &random) ?? 64
    options.memory.textCapacity = [4_096, 20_000, 1 << 20].randomElement(using: &random) ?? 4_096
    options.portionBytes = [4_096, 50_000, 1 << 30].randomElement(using: &random)
    options.builds = seed % 2 == 0
    let (summary, commits) = try importCounted([path], into: "a.db", options, bound: 2 * shape.lines)
    #expect(!summary.wasInterrupted)
    #expect(summary.counts.lines == shape.lines)
    #expect(commits <= 2 * shape.lines)
  }
}
