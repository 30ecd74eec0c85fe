internal import Dispatch
internal import Synchronization

/// Filled runs of all workers, taken in the order of the log and not in that in which they come.
///
/// It needs no bound of its own: what it holds are the workers' runs, of which there are only so many. Nor can it come
/// to a standstill. Portions are taken in order, so of the one that is to be committed next, its worker can have no
/// earlier run outstanding: all of that worker's runs either come back to it, or are the ones that are waited for.
final class RunOrder: Sendable {
  private let runs = Mutex<[RunPlace: FilledRun]>([:])
  private let arrivals = DispatchSemaphore(value: 0)

  func put(_ run: FilledRun) {
    runs.withLock { $0[run.place] = run }
    arrivals.signal()
  }

  /// Takes the run of a place, or gives `nil` when it does not come in time.
  func take(_ place: RunPlace, milliseconds: Int) -> FilledRun? {
    let deadline = DispatchTime.now() + .milliseconds(milliseconds)
    while true {
      if let run = runs.withLock({ $0.removeValue(forKey: place) }) { return run }
      guard arrivals.wait(timeout: deadline) == .success else { return nil }
    }
  }
}
