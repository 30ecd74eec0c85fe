import Glibc

/// A thread that batches one function; when the value goes, its end is waited for.
///
/// A thread and not a place in a pool: a function that others wait for must not wait for theirs to end first.
struct JoinedThread: ~Copyable {
  private let thread: pthread_t

  /// - Returns: `nil` when the system gives no thread.
  init?(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(Function(body))
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        // Takes over the reference that `init` retained for this thread.
        unsafe Unmanaged<Function>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      unsafe context.release()
      return nil
    }
    self.thread = thread
  }

  deinit { pthread_join(thread, nil) }
}

/// A function that a pointer can lead to.
private final class Function: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
