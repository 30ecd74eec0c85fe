import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// Facts beside the events are a set: each is held once, whatever the order, the split and the way they came in.
struct NoteTests {
  private static let device = "a692961a92534047ad362575f31f5700"

  private static func notes(seed: UInt64) -> [Note] {
    var random = SeededGenerator(seed: seed)
    return (0..<200).map { _ in
      let message = "m\(Int.random(in: 0..<5, using: &random))"
      let time = Int64.random(in: 1_790_000_000_000..<1_790_000_000_020, using: &random)
      let device = Bool.random(using: &random) ? device : "token-\(Int.random(in: 0..<3, using: &random))"
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        let lint = PayloadLint(rawValue: UInt32.random(in: 0..<4, using: &random))
        return .payload(PayloadNote(app: "1", message: message, lint: lint, bytes: 100))
      case 1:
        return .push(
          PushNote(
            app: "1", message: message, pushType: "NOTICE", platform: "iOS", targetType: "ALL",
            status: "SENT",
            sentAt: Bool.random(using: &random) ? time : nil))
      case 2:
        let counts: [EventKind: Int64] = [.sent: Int64.random(in: 0..<3, using: &random), .opened: 1]
        return .total(
          TotalNote(
            source: "console", app: "", message: message, counts: counts,
            countedAt: Bool.random(using: &random) ? time : nil))
      case 3:
        return .alias(AliasNote(space: "vendor", name: "v1", app: "1", message: message, device: device))
      case 4: return .token(TokenNote(token: "t", device: device, from: time))
      case 5:
        let line = UInt64.random(in: (.max - 3)...(.max), using: &random)
        return .tally(
          TallyNote(source: "web", app: "1", message: message, kind: .extAck, time: time, line: line))
      case 6: return .appOpen(AppOpenNote(source: "analytics", app: "1", device: device, time: time))
      default:
        let step = ExtensionStep.allCases.randomElement(using: &random) ?? .received
        return .step(
          StepNote(app: "1", message: message, device: device, step: step, time: time, detail: ""))
      }
    }
  }

  private static func content(_ store: LedgerWriter) throws -> [String: Int64] {
    var counts: [String: Int64] = [:]
    for table in Schema.noteTableNames {
      counts[table] = try store.database.integer("SELECT count(*) FROM \(table)")
    }
    return counts
  }

  private static func write(_ batches: [[Note]], _ path: String, memory: BuildMemory?) throws -> (
    LedgerWriter, MergeOutcome
  ) {
    let store = try LedgerWriter.openForWriting(path)
    let writer = try BatchCommitter(store, settings: LedgerSettings(), memory: memory)
    var outcome = MergeOutcome()
    for (index, notes) in batches.enumerated() {
      var batch = EventBatch(capacity: 16)
      batch.notes = notes.map { LineNote($0, line: 0) }
      outcome.add(
        try writer.commit(
          batch.sorted(), files: [], isLast: index == batches.count - 1, clock: Instant(milliseconds: 0)))
    }
    outcome.add(try writer.finish())
    return (store, outcome)
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func `notes are a set in any order and split, merged or built`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let notes = Self.notes(seed: seed)
    var random = SeededGenerator(seed: seed + 100)
    let (once, first) = try Self.write([notes], folder.path("once.db"), memory: nil)
    #expect(first.counts(file: 0).merged + first.counts(file: 0).duplicate == notes.count)
    let shuffled = (notes + notes.prefix(50)).shuffled(using: &random)
    let split = [Array(shuffled.prefix(60)), Array(shuffled.dropFirst(60))]
    let (merged, _) = try Self.write(split, folder.path("merged.db"), memory: nil)
    let memory = BuildMemory(sortedBytes: 1 << 20, workers: 1)
    let (built, outcome) = try Self.write(split, folder.path("built.db"), memory: memory)
    #expect(try Self.content(merged) == Self.content(once))
    #expect(try Self.content(built) == Self.content(once))
    #expect(outcome.counts(file: 0).merged + outcome.counts(file: 0).duplicate == shuffled.count)
  }
}
