import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

struct RepeatTests {
  /// Events of few kinds at few times, so that many are equal.
  private func events(seed: UInt64) -> [RepeatedEvent] {
    var random = SeededGenerator(seed: seed)
    let kinds: [EventKind] = [.sent, .extAck, .other]
    return (0..<Int.random(in: 1...80, using: &random)).map { _ in
      let kind = kinds.randomElement(using: &random) ?? .sent
      return RepeatedEvent(
        kind: kind, time: Int64.random(in: 1...30, using: &random),
        raw: kind == .other ? Int64.random(in: 1...2, using: &random) : 0)
    }
  }

  @Test(arguments: seeds(1..<101 as Range<UInt64>))
  func `repeats are the sorted set of events without the first of each kind`(seed: UInt64) {
    var state = DeliveryState()
    var known: Set<RepeatedEvent> = []
    for event in events(seed: seed) {
      let isNew = state.insert(event.kind, at: event.time, raw: event.raw)
      #expect(isNew == known.insert(event).inserted)
      let firsts = [EventKind.sent, .extAck].compactMap { kind in known.filter { $0.kind == kind }.min() }
      #expect(Array(state.repeats) == known.subtracting(firsts).sorted())
    }
  }

  @Test(arguments: seeds(1..<21 as Range<UInt64>))
  func `a copy of a state does not see what is inserted later`(seed: UInt64) {
    var state = DeliveryState()
    for event in events(seed: seed) {
      let former = state
      let repeats = Array(former.repeats)
      _ = state.insert(event.kind, at: event.time, raw: event.raw)
      #expect(Array(former.repeats) == repeats)
    }
  }

  // Each event compared with all before it would be 20,000 million comparisons: many minutes.
  @Test(.timeLimit(.minutes(1)))
  func `two hundred thousand sends without a device are one delivery`() {
    var state = DeliveryState()
    for time in 1...200_000 as ClosedRange<Int64> { _ = state.insert(.sent, at: time, raw: 0) }
    #expect(Array(state.repeats).count == 199_999)
    let isNewAgain = state.insert(.sent, at: 100_000, raw: 0)
    #expect(!isNewAgain)
  }

  // Each before all that are there would be as many moves, each of up to 5 MB.
  @Test(.timeLimit(.minutes(1)))
  func `sends and acks from before two hundred thousand others come in one by one`() {
    var state = DeliveryState()
    for round in [2, 1, 0] as [Int64] {
      for time in 1...200_000 as ClosedRange<Int64> {
        for kind in [EventKind.sent, .extAck] { _ = state.insert(kind, at: round * 1_000_000 + time, raw: 0) }
      }
    }
    let repeats = Array(state.repeats)
    #expect(repeats.count == 1_199_998)
    #expect(zip(repeats, repeats.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `a delivery of more events than are merged at once is merged and built as a whole`() throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 11)
    let start: Int64 = 1_790_000_000_000
    let kinds: [EventKind] = [.sent, .extAck, .opened]
    func event(_ device: String, _ time: Int64, _ app: Int) -> PlainEvent {
      PlainEvent(
        app: "k\(app)", message: "m", device: device, kind: kinds.randomElement(using: &random) ?? .sent,
        time: start + time)
    }
    // Three chunks of one device, within which those of another begin.
    let many = (0..<150_000).map { _ in
      event("d", Int64.random(in: 0..<100_000, using: &random), Int.random(in: 0...1, using: &random))
    }
    let few = ["c", "d", "e"].flatMap { device in (0..<20).map { event(device, 5_000 * $0, 0) } }
    func ledger(_ name: String, _ batches: [[PlainEvent]], builds: Bool) throws -> LedgerWriter {
      let store = try LedgerWriter.openForWriting(folder.path(name))
      for part in builds ? [batches] : batches.map({ [$0] }) {
        let writer = try BatchCommitter(
          store, settings: LedgerSettings(), memory: builds ? BuildMemory() : nil)
        for events in part {
          var batch = EventBatch(capacity: events.count)
          for event in events { batch.append(event) }
          _ = try writer.commit(
            batch.sorted(), files: [], isLast: !builds, clock: Instant(milliseconds: 0))
        }
        _ = try writer.finish()
      }
      return store
    }
    let distinct = Set((many + few).map { "\($0.app) \($0.device) \($0.kind) \($0.time)" })
    let merged = try ledger("merged.db", [few, many], builds: false)
    let built = try ledger("built.db", [many, few], builds: true)
    for store in [merged, built] {
      #expect(try store.database.integer("SELECT count(*) FROM events") == Int64(distinct.count))
      #expect(try store.verify() == [])
    }
    #expect(try built.fingerprint() == merged.fingerprint())
  }
}
