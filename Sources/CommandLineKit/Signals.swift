import Glibc
import Synchronization

/// When the program was asked to stop, in milliseconds of the monotonic clock; 0 when it was not.
///
/// An atomic integer without a lock may be set in a handler, and the clock may be read there.
private let stopTime = Atomic<Int64>(0)

private func monotonicMilliseconds() -> Int64 {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

/// Whether somebody has asked the program to stop.
///
/// SIGINT, SIGTERM and SIGHUP only raise a flag, which is looked at between batches, so that a stop leaves whole batches.
/// The handler serves once: a second signal of the same kind ends the program at once, which the ledger survives too.
package enum Interrupt {
  /// Starts listening.
  ///
  /// Call once, before other threads start. A hangup that is ignored stays so: that is how `nohup` starts programs.
  package static func listen() {
    let signals = isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
    stopTime.store(0, ordering: .relaxed)
    // A parent hands its mask on, and one that starts programs from a dispatch queue has all signals blocked.
    var stops = sigset_t()
    _ = unsafe sigemptyset(&stops)
    for signal in signals { _ = unsafe sigaddset(&stops, signal) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &stops, nil)
    for signal in signals {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { _ in
        stopTime.store(max(1, monotonicMilliseconds()), ordering: .relaxed)
      }
      // Without SA_RESTART a blocked read returns and the flag is seen.
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      _ = unsafe sigaction(signal, &action, nil)
    }
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    // SIG_IGN is the address 1, which Swift cannot compare as a function.
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  package static var isRequested: Bool { stopTime.load(ordering: .relaxed) != 0 }

  /// Whether it was asked so long ago that what takes longer is to be given up rather than completed.
  package static var isOverdue: Bool {
    let time = stopTime.load(ordering: .relaxed)
    return time != 0 && monotonicMilliseconds() - time > patience
  }

  /// Milliseconds; those who wait for a program to stop lose theirs after some seconds and kill it.
  private static let patience: Int64 = 1_000
}

/// Signals that would otherwise end the program where it should say what went wrong.
package enum Signals {
  /// Turns the signals for a closed pipe and for the limit on file sizes into errors of the call that met them.
  ///
  /// Call once at the start.
  package static func becomeErrors() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Ends as a program does whose reader went away: quietly, and by SIGPIPE, which a shell shows as 141.
  package static func endByClosedPipe() -> Never {
    _ = signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }
}
