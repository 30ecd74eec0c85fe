import Dispatch
import ReceiptModel
import TestSupport
import Testing

@testable import Importing

@Suite struct BatchOrderTests {
  private func run(_ place: BatchPlace) -> FilledBatch {
    FilledBatch(
      batch: EventBatch(capacity: 1), place: place, endsPortion: false, worker: 0, reports: [])
  }

  @Test(arguments: 0..<8) func `batches are taken in order, whatever order they come in`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let places = (0..<40).map { BatchPlace(portion: $0 / 4, batch: $0 % 4) }
    let order = BatchOrder()
    DispatchQueue(label: "test.batches").async { [places = places.shuffled(using: &random)] in
      for place in places { order.put(run(place)) }
    }
    var taken: [BatchPlace] = []
    for place in places {
      while taken.last != place {
        if let batch = order.take(place, milliseconds: 1_000) { taken.append(batch.place) }
      }
    }
    #expect(taken == places)
  }

  @Test func `a batch that has not come is not waited for longer than was said`() {
    let order = BatchOrder()
    order.put(run(BatchPlace(portion: 1)))
    #expect(order.take(BatchPlace(), milliseconds: 1) == nil)
    #expect(order.take(BatchPlace(portion: 1), milliseconds: 1) != nil)
  }

  @Test func `a stock that is closed gives no batches, also to the one that waits`() {
    let stock = BatchStock()
    stock.put(EventBatch(capacity: 1))
    #expect(stock.take() != nil)
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue(label: "test.stock").async {
      if stock.take() == nil { ended.signal() }
    }
    stock.close()
    ended.wait()
  }
}
