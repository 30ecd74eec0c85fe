import Synchronization
import Testing
import Threads

struct ConcurrentlyTests {
  private struct Refused: Error {}

  @Test func `work is done once, whoever comes first, and its result can be asked for again`() throws {
    let times = Mutex(0)
    let works = (0..<500).map { number in
      Concurrently {
        times.withLock { $0 += 1 }
        return number
      }
    }
    for (number, work) in works.enumerated() {
      #expect(try work.value() == number)
      #expect(try work.value() == number)
    }
    #expect(times.withLock { $0 } == 500)
  }

  @Test func `work that waits for other work ends however few threads there are`() throws {
    @Sendable func nested(_ depth: Int) -> Concurrently<Int> {
      Concurrently { depth == 0 ? 0 : try nested(depth - 1).value() + 1 }
    }
    let works = (0..<50).map { _ in nested(100) }
    #expect(try works.map { try $0.value() } == Array(repeating: 100, count: 50))
  }

  @Test func `what it throws is thrown to whoever asks`() {
    let work = Concurrently { throw Refused() } as Concurrently<Int>
    #expect(throws: Refused.self) { try work.value() }
  }

  @Test func `whoever gives up does not leave a thread at work behind`() {
    let ends = Mutex((begun: 0, ended: 0))
    for _ in 0..<500 {
      _ = Concurrently {
        ends.withLock { $0.begun += 1 }
        for _ in 0..<1000 { ends.withLock { $0.ended += 0 } }
        ends.withLock { $0.ended += 1 }
      }
      let seen = ends.withLock { $0 }
      #expect(seen.begun == seen.ended)
    }
  }
}
