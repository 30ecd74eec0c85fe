// A race, or none: what scripts/check-threads tries the sanitizer on before it believes it.
import Dispatch
import Synchronization

final class Counter: @unchecked Sendable {
  let guarded = Mutex(0)
  var unguarded = 0
}

let counter = Counter()
let races = CommandLine.arguments.count > 1
DispatchQueue.concurrentPerform(iterations: 4) { _ in
  for _ in 0..<20_000 {
    counter.guarded.withLock { count in
      count += 1
      if !races { counter.unguarded += 1 }
    }
    if races { counter.unguarded += 1 }
  }
}
