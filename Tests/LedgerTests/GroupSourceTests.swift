import ReceiptModel
import Testing

@testable import Ledger

struct GroupSourceTests {
  private static let devices = 4

  /// A log that repeats itself: few deliveries, each with very many events.
  private func repetitiveRun(of eventsEach: Int, from start: Int64) -> SortedBatch {
    var batch = EventBatch(capacity: Self.devices * eventsEach)
    for device in 0..<Self.devices {
      for number in 0..<eventsEach {
        batch.append(
          PlainEvent(
            app: "1", message: "m", device: "token-\(device)", kind: .extAck, time: start + Int64(number)))
      }
    }
    let references = BatchReferences(
      messages: [0], apps: [0], contexts: [0], builds: [0], networks: [0], reasons: [0], rawTypes: [0])
    return SortedBatch(batch.sorted(), references)
  }

  @Test(arguments: [1, 3]) func `a chunk of few groups with very many events ends by its events`(batches: Int)
    throws
  {
    let (limit, eventsEach) = (1 << 16, 30_000)
    var source = try GroupSource(
      (0..<batches).map { repetitiveRun(of: eventsEach / batches, from: 1_790_000_000_000 + Int64($0)) },
      messages: 0..<1, windowSize: 0)
    var chunk = GroupChunk()
    var sizes: [Int] = []
    var isOpen = false
    while try source.fill(&chunk, groups: 1_000) {
      #expect(chunk.events.count <= limit)
      for group in chunk.groups {
        #expect(group.isContinued == isOpen)
        if isOpen { sizes[sizes.count - 1] += group.events.count } else { sizes.append(group.events.count) }
        isOpen = group.goesOn
      }
    }
    #expect(!isOpen)
    #expect(sizes == Array(repeating: eventsEach / batches * batches, count: Self.devices))
  }
}
