import Dispatch
import Synchronization

/// Filled batches of all workers, taken in the order of the log and not in that in which they come.
///
/// It holds no more batches than the workers have, so it needs no bound of its own. It cannot come to a standstill either:
/// each worker takes portions in order and fills its batches in order. So the worker that owes the next batch has passed on
/// none that stands behind it, and has at least one in hand.
final class BatchOrder: Sendable {
  private let batches = Mutex<[BatchPlace: FilledBatch]>([:])
  private let arrivals = DispatchSemaphore(value: 0)

  func put(_ batch: FilledBatch) {
    batches.withLock { $0[batch.place] = batch }
    arrivals.signal()
  }

  /// Whether the batch of a place is there.
  func has(_ place: BatchPlace) -> Bool { batches.withLock { $0[place] != nil } }

  /// Takes the batch of a place, or gives `nil` when it does not come in time.
  func take(_ place: BatchPlace, milliseconds: Int) -> FilledBatch? {
    let deadline = DispatchTime.now() + .milliseconds(milliseconds)
    while true {
      if let batch = batches.withLock({ $0.removeValue(forKey: place) }) { return batch }
      guard arrivals.wait(timeout: deadline) == .success else { return nil }
    }
  }
}
