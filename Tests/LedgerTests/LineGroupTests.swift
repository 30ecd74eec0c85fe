import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// A line of several events counts once, whatever batches it lies in and however they are merged.
struct LineGroupTests {
  /// Lines of one to four events each, and of which file they are.
  private static func lines(seed: UInt64) -> [(file: UInt32, events: [PlainEvent])] {
    var random = SeededGenerator(seed: seed)
    var events = randomEvents(900, messages: 6, seed: seed)[...]
    var lines: [(UInt32, [PlainEvent])] = []
    while !events.isEmpty {
      let count = min(events.count, Int.random(in: 1...4, using: &random))
      lines.append((UInt32(lines.count / 40 % 3), Array(events.prefix(count))))
      events = events.dropFirst(count)
    }
    return lines
  }

  private func counts(
    _ lines: [(file: UInt32, events: [PlainEvent])], _ path: String, memory: BuildMemory?,
    _ random: inout SeededGenerator
  ) throws -> (store: LedgerWriter, outcome: MergeOutcome) {
    let store = try LedgerWriter.openForWriting(path)
    let writer = try BatchCommitter(store, settings: LedgerSettings(), memory: memory)
    var outcome = MergeOutcome()
    var batch = EventBatch(capacity: 4096)
    func commit(isLast: Bool) throws {
      outcome.add(
        try writer.commit(
          batch.sorted(), files: [], isLast: isLast, followsSoon: Bool.random(using: &random),
          clock: Instant(milliseconds: 0)))
      batch.removeAll()
    }
    for line in lines {
      let first = batch.events.count
      for event in line.events { batch.append(event, file: line.file) }
      if line.events.count > 1 {
        batch.groupFiles.append(line.file)
        let mark = LineMark.group(UInt32(batch.groupFiles.count - 1))
        for index in first..<batch.events.count { batch.events[index].file = mark }
      }
      if Int.random(in: 0..<30, using: &random) == 0 { try commit(isLast: false) }
    }
    try commit(isLast: memory == nil)
    outcome.add(try writer.finish())
    return (store, outcome)
  }

  @Test(arguments: seeds(0..<12)) func `every line is merged or a duplicate once`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let lines = Self.lines(seed: seed)
    let merged = try counts(lines, folder.path("merged.db"), memory: nil, &random)
    let memory = BuildMemory(sortedBytes: [0, 4_000, 1 << 20][Int(seed % 3)], workers: 1 + Int(seed % 3))
    let built = try counts(
      lines.shuffled(using: &random), folder.path("built.db"), memory: memory, &random)
    #expect(try built.store.fingerprint() == merged.store.fingerprint())
    for file in UInt32(0)..<3 {
      let all = lines.count { $0.file == file }
      for outcome in [merged.outcome, built.outcome] {
        #expect(outcome.counts(file: file).merged + outcome.counts(file: file).duplicate == all)
      }
    }
    #expect(merged.outcome.fileNumbers.allSatisfy { $0 < 3 })
    // Again, all of it is known, batch by batch.
    let again = try counts(lines, folder.path("merged.db"), memory: nil, &random)
    for file in UInt32(0)..<3 { #expect(again.outcome.counts(file: file).merged == 0) }
    #expect(again.outcome.counts(file: 1).duplicate == lines.count { $0.file == 1 })
  }

  @Test func `a line with anything new is merged, one of a refused line counts nowhere`() throws {
    let folder = try ScratchFolder()
    let events = randomEvents(4, messages: 1, seed: 3).enumerated().map { index, event in
      var event = event
      event.kind = .sent
      event.device = "d\(index)"
      return event
    }
    var random = SeededGenerator(seed: 1)
    _ = try counts([(0, [events[0]])], folder.path("a.db"), memory: nil, &random)
    let next = try counts(
      [(0, [events[0], events[1]]), (0, [events[0], events[1]])], folder.path("a.db"), memory: nil, &random)
    #expect(next.outcome.counts(file: 0).merged + next.outcome.counts(file: 0).duplicate == 2)
    #expect(next.outcome.counts(file: 0).merged >= 1)
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 8)
    batch.append(events[2], file: LineMark.none)
    let outcome = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    #expect(outcome.fileNumbers.isEmpty)
    #expect(try store.database.integer("SELECT count(*) FROM delivery") == 3)
  }
}
