import Dispatch
import Synchronization

/// Work that another thread does meanwhile, if one is free.
package final class Concurrently<Value: Sendable>: Sendable {
  private let work: Work<Value>
  private let group = DispatchGroup()

  package init(_ body: @escaping @Sendable () throws -> Value) {
    work = Work(body)
    DispatchQueue.global().async(group: group) { [work] in work.doUnlessBegun() }
  }

  // Whoever gives up meanwhile still waits for it, so that nobody uses what is being taken away.
  deinit { if work.giveUp() { group.wait() } }

  /// Returns the result, or throws; what no thread has begun by now this one does, so that threads that wait for each other
  /// are never too few.
  package func value() throws -> Value {
    if !work.doUnlessBegun() { group.wait() }
    guard let value = try work.result?.get() else {
      preconditionFailure("the group is left after the result is there")
    }
    return value
  }
}

/// Work that is done once, by whoever comes first.
private final class Work<Value: Sendable>: Sendable {
  private enum State: Sendable {
    case waiting(@Sendable () throws -> Value)
    case begun
    case ended(Result<Value, any Error>)
    case givenUp
  }

  private let state: Mutex<State>

  init(_ body: @escaping @Sendable () throws -> Value) { state = Mutex(.waiting(body)) }

  var result: Result<Value, any Error>? {
    state.withLock { if case .ended(let result) = $0 { result } else { nil } }
  }

  /// - Returns: whether nobody else has begun it, so that it is done now.
  @discardableResult func doUnlessBegun() -> Bool {
    guard let body = take(leaving: .begun) else { return result != nil }
    let result = Result { try body() }
    state.withLock { $0 = .ended(result) }
    return true
  }

  /// Sees to it that no thread begins it any more.
  ///
  /// - Returns: whether one is at it.
  func giveUp() -> Bool {
    if take(leaving: .givenUp) != nil { return false }
    return state.withLock { if case .begun = $0 { true } else { false } }
  }

  private func take(leaving next: State) -> (@Sendable () throws -> Value)? {
    state.withLock { state in
      guard case .waiting(let body) = state else { return nil }
      state = next
      return body
    }
  }
}
