import Dispatch
import ReceiptModel
import TestSupport
import Testing

@testable import Importing

@Suite struct RunOrderTests {
  private func run(_ place: RunPlace) -> FilledRun {
    FilledRun(
      run: EventRun(capacity: 1), place: place, endsPortion: false, worker: 0, reports: [])
  }

  @Test(arguments: 0..<8) func `runs are taken in order, whatever order they come in`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let places = (0..<40).map { RunPlace(portion: $0 / 4, run: $0 % 4) }
    let order = RunOrder()
    DispatchQueue(label: "test.runs").async { [places = places.shuffled(using: &random)] in
      for place in places { order.put(run(place)) }
    }
    var taken: [RunPlace] = []
    for place in places {
      while taken.last != place {
        if let run = order.take(place, milliseconds: 1_000) { taken.append(run.place) }
      }
    }
    #expect(taken == places)
  }

  @Test func `a run that has not come is not waited for longer than was said`() {
    let order = RunOrder()
    order.put(run(RunPlace(portion: 1)))
    #expect(order.take(RunPlace(), milliseconds: 1) == nil)
    #expect(order.take(RunPlace(portion: 1), milliseconds: 1) != nil)
  }

  @Test func `a stock that is closed gives no runs, also to the one that waits`() {
    let stock = RunStock()
    stock.put(EventRun(capacity: 1))
    #expect(stock.take() != nil)
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue(label: "test.stock").async {
      if stock.take() == nil { ended.signal() }
    }
    stock.close()
    ended.wait()
  }
}
