import Glibc
import Synchronization

/// The signal that asked the program to stop, or 0.
///
/// An atomic integer without a lock may be set in a handler.
private let stopSignal = Atomic<Int32>(0)

/// Whether somebody has asked the program to stop.
///
/// SIGINT and SIGTERM only raise a flag, which is looked at between batches, so that a stop leaves whole batches. The
/// handler serves once: a second signal of the same kind ends the program at once, which the ledger survives too.
package enum Interrupt {
  /// Starts listening.
  ///
  /// Call once, before other threads start.
  package static func listen() {
    stopSignal.store(0, ordering: .relaxed)
    // A parent hands its mask on, and one that starts programs from a dispatch queue has all signals blocked.
    var stops = sigset_t()
    _ = unsafe sigemptyset(&stops)
    for signal in [SIGINT, SIGTERM] { _ = unsafe sigaddset(&stops, signal) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &stops, nil)
    for signal in [SIGINT, SIGTERM] {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { number in stopSignal.store(number, ordering: .relaxed)
      }
      // Without SA_RESTART a blocked read returns and the flag is seen.
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      _ = unsafe sigaction(signal, &action, nil)
    }
  }

  package static var isRequested: Bool { stopSignal.load(ordering: .relaxed) != 0 }
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
