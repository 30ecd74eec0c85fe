import Glibc

/// The hard time limit: a thread that acts when a query is still running, even inside one call of SQLite.
///
/// The thread sleeps in `poll` on a pipe. Closing the other end wakes it; silence until the end of its time means
/// that nobody is able to.
struct QueryWatchdog {
  private let thread: pthread_t
  private let readEnd: Int32
  private let writeEnd: Int32

  /// Starts watching; `onExpiry` runs on the watchdog's own thread.
  ///
  /// - Throws: `WatchdogUnavailable` when the system gives no pipe or no thread. A query must not run unwatched.
  init(after time: Duration, onExpiry: @escaping @Sendable () -> Void) throws {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw WatchdogUnavailable(code: errno) }
    let watch = Watch(readEnd: ends[0], end: .now + time, onExpiry: onExpiry)
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(watch)
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        // Takes over the reference that `init` retained for this thread.
        unsafe Unmanaged<Watch>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      unsafe context.release()
      _ = ends.map(close)
      throw WatchdogUnavailable(code: code)
    }
    self.thread = thread
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  /// Ends the watch, after which the action will not start; to be called once.
  func stop() {
    close(writeEnd)
    pthread_join(thread, nil)
    close(readEnd)
  }
}

extension QueryGate {
  /// Names the limit on standard error and ends the process with exit code 69, running nothing else.
  ///
  /// Sound because a query writes nothing: there is no transaction to finish and no file to close.
  @Sendable package static func exitAtOnce(_ stop: QueryStop) {
    let words = "query \(stop)\n"
    _ = unsafe write(STDERR_FILENO, words, words.utf8.count)
    _exit(69)
  }
}

/// What the watchdog's thread knows.
private final class Watch: Sendable {
  let readEnd: Int32
  let end: ContinuousClock.Instant
  let onExpiry: @Sendable () -> Void

  init(readEnd: Int32, end: ContinuousClock.Instant, onExpiry: @escaping @Sendable () -> Void) {
    self.readEnd = readEnd
    self.end = end
    self.onExpiry = onExpiry
  }

  func run() {
    while true {
      let left = end - .now
      guard left > .zero else { return onExpiry() }
      // A day at most at a time: `poll` counts milliseconds in 32 bits. One more, so as not to wake before the end.
      let milliseconds = Int32(min(left / .milliseconds(1), 86_400_000)) + 1
      var descriptor = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&descriptor, 1, milliseconds) > 0 { return }
    }
  }
}

/// The system gave no thread to watch a query with.
package struct WatchdogUnavailable: Error, CustomStringConvertible {
  let code: Int32

  package var description: String {
    unsafe "cannot watch over the query's time: \(String(cString: strerror(code)))"
  }
}
