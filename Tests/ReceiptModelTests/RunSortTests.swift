import ReceiptModel
import TestSupport
import Testing

struct RunSortTests {
  /// Few values for each part of the key, so that all of them decide somewhere.
  private func run(_ count: Int, devices: Int, seed: UInt64) -> EventBatch {
    var random = SeededGenerator(seed: seed)
    var batch = EventBatch(capacity: 65_536)
    for name in ["m0", "m1", "m2", "m3", "m4"] { _ = batch.messageIDs.intern(name) }
    for place in 0..<count {
      let number = Int.random(in: 0..<devices, using: &random)
      let key: DeviceKey
      if Bool.random(using: &random) {
        // The radix sort sees the upper bits only.
        key = DeviceKey(high: UInt64(number % 3) << 62 | UInt64(number % 7), low: UInt64(number % 2))
      } else {
        let text =
          Array(["", "a", "token-", "token-with-a-long-beginning-"][number % 4].utf8)
          + Array("\(number)".utf8)
        key = batch.deviceKey(text: text.span, 0..<text.count)
      }
      batch.events.append(
        BatchEvent(
          device: key, time: Int64.random(in: 0..<4, using: &random),
          message: UInt32.random(in: 0..<5, using: &random), app: UInt32.random(in: 0..<3, using: &random),
          context: 0, build: 0, network: 0, detail: 0, file: UInt32(place),
          kind: EventKind.allCases.randomElement(using: &random) ?? .sent))
    }
    return batch
  }

  /// The order as plain numbers that compare part by part; the file is the place where the event was read.
  private func key(_ event: BatchEvent, _ batch: EventBatch) -> [UInt64] {
    let device = event.device
    let id =
      device.isText ? batch.deviceText(device).map { UInt64($0) + 1 } + [0] : [device.high, device.low]
    return [UInt64(event.message), device.isText ? 0 : 1] + id
      + [UInt64(event.time), UInt64(event.kind.rawValue), UInt64(event.file)]
  }

  @Test(arguments: [(0, 1), (1, 2), (2, 3), (500, 4), (20_000, 5), (20_000, 6)] as [(Int, UInt64)])
  func `sorts as a plain comparison does`(count: Int, seed: UInt64) {
    var batch = run(count, devices: seed == 6 ? 4000 : 12, seed: seed)
    let plain = batch.events.map { key($0, batch) }.sorted { $0.lexicographicallyPrecedes($1) }
    var sorter = BatchSorter()
    sorter.sort(&batch)
    #expect(batch.events.map { key($0, batch) } == plain)
  }

  @Test func `one sorter sorts batches of different sizes one after another`() {
    var sorter = BatchSorter()
    for (count, seed) in [(300, 1), (4000, 2), (10, 3), (0, 4), (2000, 5)] as [(Int, UInt64)] {
      var batch = run(count, devices: 50, seed: seed)
      let plain = batch.events.map { key($0, batch) }.sorted { $0.lexicographicallyPrecedes($1) }
      sorter.sort(&batch)
      #expect(batch.events.map { key($0, batch) } == plain)
    }
  }

  @Test func `an event keeps what it was made of`() {
    var batch = EventBatch(capacity: 10)
    let text = Array("é".utf8)
    for key in [DeviceKey(high: .max, low: 3), batch.deviceKey(text: text.span, 0..<text.count)] {
      let event = BatchEvent(
        device: key, time: 4_102_444_799_999, message: .max, app: 65_535, context: 1, build: 2,
        network: 65_534,
        detail: 4, file: 5, kind: .other)
      #expect(event.device == key)
      #expect(event.time == 4_102_444_799_999)
      #expect((event.app, event.network, event.kind) == (65_535, 65_534, .other))
    }
    #expect(MemoryLayout<BatchEvent>.stride == 48)
  }
}
