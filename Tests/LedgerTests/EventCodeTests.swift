import ReceiptModel
import TestSupport
import Testing

@testable import Ledger

struct EventCodeTests {
  /// Events in any order and with any values: the code must not depend on how runs are sorted, but for time.
  private func events(_ count: Int, seed: UInt64) -> [LedgerEvent] {
    var random = SeededGenerator(seed: seed)
    let numbers: [UInt32] = [0, 1, 127, 128, 16_383, 16_384, .max]
    var time: Int64 = 1_262_304_000_000
    var events: [LedgerEvent] = []
    for _ in 0..<count {
      var event = events.last ?? LedgerEvent()
      if Bool.random(using: &random) {
        event.high = random.next()
        event.low = random.next()
      }
      if Bool.random(using: &random) {
        event.app = numbers.randomElement(using: &random) ?? 0
        event.context = numbers.randomElement(using: &random) ?? 0
        event.build = numbers.randomElement(using: &random) ?? 0
        event.network = numbers.randomElement(using: &random) ?? 0
        event.file = numbers.randomElement(using: &random) ?? 0
      }
      event.detail = Bool.random(using: &random) ? 0 : numbers.randomElement(using: &random) ?? 0
      time = min(
        4_102_444_799_999,
        time + (Bool.random(using: &random) ? 0 : Int64(random.next() >> (24 + random.next() % 40))))
      event.setMoment(
        time, EventKind.allCases.randomElement(using: &random) ?? .sent,
        hasTextDevice: Bool.random(using: &random))
      events.append(event)
    }
    return events
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func `events come back from their codes`(seed: UInt64) {
    let events = events(Int(seed * seed) % 700 + 1, seed: seed)
    let base = events[0].time
    var random = SeededGenerator(seed: seed)
    let restarts = Set(events.indices.filter { _ in Int.random(in: 0..<9, using: &random) == 0 })
    var starts: [Int] = []
    let codes = unsafe [UInt8](unsafeUninitializedCapacity: (events.count + 1) * EventCode.limit) {
      bytes, count in
      var encoder = unsafe EventEncoder(into: UnsafeMutableRawBufferPointer(bytes), base: base)
      for (index, event) in events.enumerated() {
        if restarts.contains(index) { encoder.restart() }
        starts.append(encoder.count)
        encoder.append(event)
      }
      count = encoder.count
    }
    var decoder = EventDecoder(base: base)
    var position = 0
    for event in events {
      position = decoder.read(codes.span, at: position)
      #expect(decoder.event == event)
    }
    #expect(position == codes.count)
    for place in restarts {
      var fresh = EventDecoder(base: base)
      _ = fresh.read(codes.span, at: starts[place])
      #expect(fresh.event == events[place])
    }
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 <= EventCode.limit - 8 })
  }
}
