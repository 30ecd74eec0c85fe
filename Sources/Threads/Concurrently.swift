import Dispatch
import Synchronization

/// Work that another thread does meanwhile.
package final class Concurrently<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let group = DispatchGroup()

  package init(_ body: @escaping @Sendable () throws -> Value) {
    DispatchQueue.global().async(group: group) {
      let outcome = Result { try body() }
      self.result.withLock { $0 = outcome }
    }
  }

  // Whoever gives up meanwhile still waits for it, so that nobody uses what is being taken away.
  deinit { group.wait() }

  /// Waits for the end and returns the result, or throws.
  package func value() throws -> Value {
    group.wait()
    guard let value = try result.withLock({ try $0?.get() }) else {
      preconditionFailure("the group is left after the result is there")
    }
    return value
  }
}
