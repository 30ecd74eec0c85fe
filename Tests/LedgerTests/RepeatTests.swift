import ReceiptModel
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

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `repeats are the sorted set of events without the first of each kind`(seed: UInt64) {
    var state = DeliveryState()
    var known: Set<RepeatedEvent> = []
    for event in events(seed: seed) {
      let isNew = state.insert(event.kind, at: event.time, raw: event.raw)
      #expect(isNew == known.insert(event).inserted)
      let firsts = [EventKind.sent, .extAck].compactMap { kind in known.filter { $0.kind == kind }.min() }
      #expect(state.repeats == known.subtracting(firsts).sorted())
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a copy of a state does not see what is inserted later`(seed: UInt64) {
    var state = DeliveryState()
    for event in events(seed: seed) {
      let former = state
      let repeats = former.repeats
      _ = state.insert(event.kind, at: event.time, raw: event.raw)
      #expect(former.repeats == repeats)
    }
  }

  // Each event compared with all before it would be 20,000 million comparisons: many minutes.
  @Test(.timeLimit(.minutes(1)))
  func `two hundred thousand sends without a device are one delivery`() {
    var state = DeliveryState()
    for time in 1...200_000 as ClosedRange<Int64> { _ = state.insert(.sent, at: time, raw: 0) }
    #expect(state.repeats.count == 199_999)
    let isNewAgain = state.insert(.sent, at: 100_000, raw: 0)
    #expect(!isNewAgain)
  }
}
