import Glibc

/// Waits for a child, and ends it when it takes too long or nobody wants it any more.
struct ChildWatch {
  /// The time after which it is ended; `nil` to wait for ever.
  var timeout: Duration?
  /// The time that a child may still take after it was asked to end.
  var patience = Duration.seconds(10)
  var shouldStop: @Sendable () -> Bool
  /// Called often.
  var onWaiting: () -> Void = {}

  enum Outcome: Equatable {
    case ended(ChildProcess.Ending)
    case timedOut
    case interrupted
  }

  func wait(for child: borrowing ChildProcess) -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    while true {
      if let ending = child.ending() { return .ended(ending) }
      let isOver = timeout.map { clock.now - start >= $0 } ?? false
      if shouldStop() || isOver {
        let wasStopped = shouldStop()
        end(child)
        return wasStopped ? .interrupted : .timedOut
      }
      onWaiting()
      // A signal ends the pause, so that an interrupt is seen at once.
      _ = poll(nil, 0, 50)
    }
  }

  /// Asks the child and all it started to end; kills those that have not ended in time.
  func end(_ child: borrowing ChildProcess) {
    child.send(SIGTERM)
    let clock = ContinuousClock()
    let start = clock.now
    while child.ending() == nil {
      if clock.now - start >= patience {
        child.send(SIGKILL)
        while child.ending() == nil { _ = poll(nil, 0, 10) }
        return
      }
      _ = poll(nil, 0, 50)
    }
    // The processes that it started and left behind.
    child.send(SIGKILL)
  }
}
