import Testing
import Threads

struct ConcurrentMapTests {
  private struct Refused: Error, Equatable {
    let number: Int
  }

  @Test(arguments: [0, 1, 2, 1000]) func `values are in the order of the elements`(count: Int) {
    let numbers = Array(0..<count)
    #expect(numbers.concurrentMap { "\($0)" } == numbers.map { "\($0)" })
  }

  @Test func `of several errors the first one's is thrown`() {
    let numbers = Array(0..<100)
    #expect(throws: Refused(number: 7)) {
      _ = try numbers.concurrentMap { number throws(Refused) in
        guard number % 10 != 7 else { throw Refused(number: number) }
        return number
      }
    }
  }
}
