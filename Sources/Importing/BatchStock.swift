import Dispatch
import ReceiptModel
import Synchronization

/// The batches of one worker that are empty; each comes back once the ledger has taken its events.
final class BatchStock: Sendable {
  private struct State {
    var batches: [EventBatch] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let changes = DispatchSemaphore(value: 0)

  func put(_ batch: EventBatch) {
    state.withLock { if !$0.isClosed { $0.batches.append(batch) } }
    changes.signal()
  }

  /// Takes a batch, waiting for one; `nil` once no more are wanted.
  func take() -> EventBatch? {
    changes.wait()
    return state.withLock { $0.isClosed ? nil : $0.batches.removeLast() }
  }

  /// Lets the worker end that waits for a batch, or that will, and gives the memory of all batches back.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.batches = []
    }
    changes.signal()
  }
}
