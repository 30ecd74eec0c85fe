import ReceiptModel
import TestSupport
import Testing

struct RunSortTests {
  /// Few values for each part of the key, so that all of them decide somewhere.
  private func run(_ count: Int, seed: UInt64) -> EventRun {
    var random = SeededGenerator(seed: seed)
    var run = EventRun(capacity: 65_536)
    for _ in 0..<count {
      let key = DeviceKey(
        // The radix sort sees the upper 44 bits only.
        high: UInt64.random(in: 0..<3, using: &random) << 62 | UInt64.random(in: 0..<3, using: &random),
        low: UInt64.random(in: 0..<2, using: &random), text: UInt32.random(in: 0..<2, using: &random))
      run.events.append(
        RunEvent(
          device: key, time: Int64.random(in: 0..<4, using: &random),
          message: UInt32.random(in: 0..<5, using: &random), app: UInt32.random(in: 0..<3, using: &random),
          context: 0, build: 0, network: 0, detail: UInt32.random(in: 0..<3, using: &random), file: 0,
          kind: EventKind.allCases.randomElement(using: &random) ?? .sent))
    }
    return run
  }

  /// The order as plain numbers that compare part by part.
  private func key(_ event: RunEvent) -> [UInt64] {
    [
      UInt64(event.message), event.device.high, event.device.low, UInt64(event.device.text),
      UInt64(event.app),
      UInt64(bitPattern: event.time), UInt64(event.kind.rawValue), UInt64(event.detail),
    ]
  }

  @Test(arguments: [(0, 1), (1, 2), (2, 3), (500, 4), (20_000, 5)] as [(Int, UInt64)])
  func `sorts as a plain comparison does`(count: Int, seed: UInt64) {
    let run = run(count, seed: seed)
    let order = run.sortedOrder()
    #expect(Set(order).count == count)
    let sorted = order.map { key(run.events[Int($0)]) }
    let plain = run.events.map(key).sorted { $0.lexicographicallyPrecedes($1) }
    #expect(sorted == plain)
  }
}
