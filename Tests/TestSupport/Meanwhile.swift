import Dispatch
import Foundation
import Synchronization

/// Work that a thread of its own does while a test goes on.
///
/// A task would wait for one of the few threads that tests run on, which wait for programs themselves.
public final class Meanwhile<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  public init(_ work: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread {
      let outcome = Result(catching: work)
      self.result.withLock { $0 = outcome }
      self.ended.signal()
    }
  }

  public var hasEnded: Bool { result.withLock { $0 != nil } }

  /// Waits for the end; once.
  public func value() throws -> Value {
    ended.wait()
    guard let outcome = result.withLock(\.self) else { preconditionFailure("it ended without an outcome") }
    return try outcome.get()
  }
}
