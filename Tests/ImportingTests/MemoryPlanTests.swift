import ReceiptModel
import Testing

@testable import Importing

@Suite struct MemoryPlanTests {
  private static let sizes = [64, 65, 100, 256, 1_000, 4_096, 65_536].map { $0 << 20 }

  @Test(arguments: sizes, [1, 2, 3, 8, 64])
  func `the shares are no more than the whole`(bytes: Int, jobs: Int) {
    let plan = MemoryPlan(bytes: bytes, jobs: jobs)
    let event = MemoryLayout<BatchEvent>.stride
    let batches = plan.jobs * plan.batchesPerWorker * (plan.batchCapacity * event + plan.textCapacity)
    let sorting = plan.jobs * plan.batchCapacity * BatchSorter.bytesPerEvent
    let blocks = plan.jobs * plan.blockSize * 4
    #expect(batches + sorting + blocks + plan.sortedRunBytes + plan.cacheBytes + 16 << 20 <= bytes)
    #expect(abs(2 * plan.sortedRunBytes - bytes) <= 16 << 20)
    // Batches are gone when sums are gathered.
    #expect(plan.jobs * plan.sumBytes <= bytes / 8)
  }

  @Test(arguments: sizes, [1, 2, 3, 8, 64])
  func `no worker is left with less than it can work with`(bytes: Int, jobs: Int) {
    let plan = MemoryPlan(bytes: bytes, jobs: jobs)
    #expect((1...jobs).contains(plan.jobs))
    #expect(plan.batchCapacity >= 10_000)
    // The first event must fit beside the empty dictionaries, or a batch would be full before it.
    #expect(plan.textCapacity >= 256 << 10)
    #expect(plan.blockSize >= 16 << 10)
    var batch = EventBatch(capacity: plan.batchCapacity, textCapacity: plan.textCapacity)
    let isFull = batch.isFull
    #expect(!isFull)
  }

  @Test func `more memory never makes a batch smaller, more workers never make it larger`() {
    for (less, more) in zip(Self.sizes, Self.sizes.dropFirst()) {
      for jobs in 1...4 {
        let capacity = MemoryPlan(bytes: less, jobs: jobs).batchCapacity
        #expect(capacity <= MemoryPlan(bytes: more, jobs: jobs).batchCapacity)
        #expect(capacity >= MemoryPlan(bytes: less, jobs: jobs + 1).batchCapacity)
      }
    }
  }

  @Test func `too little memory counts as the least there must be`() {
    #expect(
      MemoryPlan(bytes: 0, jobs: 2) == MemoryPlan(bytes: Configuration.leastMemoryBytes, jobs: 2))
  }
}
