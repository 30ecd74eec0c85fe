import Dispatch
import Synchronization

/// Filled runs of all workers, taken in the order of the log and not in that in which they come.
///
/// It holds no more runs than the workers have, so it needs no bound of its own. It cannot come to a standstill either:
/// each worker takes portions in order and fills its runs in order. So the worker that owes the next run has passed on
/// none that stands behind it, and has at least one in hand.
final class RunOrder: Sendable {
  private let runs = Mutex<[RunPlace: FilledRun]>([:])
  private let arrivals = DispatchSemaphore(value: 0)

  func put(_ run: FilledRun) {
    runs.withLock { $0[run.place] = run }
    arrivals.signal()
  }

  /// Whether the run of a place is there.
  func has(_ place: RunPlace) -> Bool { runs.withLock { $0[place] != nil } }

  /// Takes the run of a place, or gives `nil` when it does not come in time.
  func take(_ place: RunPlace, milliseconds: Int) -> FilledRun? {
    let deadline = DispatchTime.now() + .milliseconds(milliseconds)
    while true {
      if let run = runs.withLock({ $0.removeValue(forKey: place) }) { return run }
      guard arrivals.wait(timeout: deadline) == .success else { return nil }
    }
  }
}
