import Dispatch
import ReceiptModel
import Synchronization

/// The runs of one worker that are empty; each comes back once the ledger has taken its events.
final class RunStock: Sendable {
  private struct State {
    var runs: [EventRun] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let changes = DispatchSemaphore(value: 0)

  func put(_ run: EventRun) {
    state.withLock { if !$0.isClosed { $0.runs.append(run) } }
    changes.signal()
  }

  /// Takes a run, waiting for one; `nil` once no more are wanted.
  func take() -> EventRun? {
    changes.wait()
    return state.withLock { $0.isClosed ? nil : $0.runs.removeLast() }
  }

  /// Lets the worker end that waits for a run, or that will, and gives the memory of all runs back.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.runs = []
    }
    changes.signal()
  }
}
