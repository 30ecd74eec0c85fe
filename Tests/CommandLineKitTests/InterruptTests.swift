import CommandLineKit
import Files
import Glibc
import Prose
import Testing

@Suite struct InterruptTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `the first signal raises the flag and does nothing else`(number: Int32) async {
    await #expect(processExitsWith: .exitCode(42)) { [number] in
      Interrupt.listen()
      let before = Interrupt.isRequested
      deliver(number)
      exit(!before && Interrupt.isRequested ? 42 : 1)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `the second signal ends the program at once`(number: Int32) async {
    await #expect(processExitsWith: .signal(number)) { [number] in
      Interrupt.listen()
      deliver(number)
      deliver(number)
      exit(1)
    }
  }

  @Test func `a hangup that is ignored stays so, as nohup wants it`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      _ = signal(SIGHUP, SIG_IGN)
      Interrupt.listen()
      deliver(SIGHUP)
      exit(Interrupt.isRequested ? 1 : 42)
    }
  }

  @Test func `a file that may not grow is an error of the write and not the end`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      Signals.becomeErrors()
      var limit = rlimit(rlim_cur: 4, rlim_max: 4)
      _ = unsafe setrlimit(Int32(RLIMIT_FSIZE.rawValue), &limit)
      guard let file = unsafe tmpfile() else { exit(2) }
      do throws(WriteError) {
        try DescriptorWriter(descriptor: unsafe fileno(file), name: "out.csv").write("12345")
        exit(3)
      } catch {
        exit(error.message.told() == "out.csv: disk full" ? 42 : 4)
      }
    }
  }

  @Test func `a program whose reader went away ends by the pipe signal`() async {
    await #expect(processExitsWith: .signal(SIGPIPE)) {
      Signals.becomeErrors()
      Signals.endByClosedPipe()
    }
  }
}

/// Sends a signal to this thread and returns when it has been handled.
///
/// Tests run on threads that block signals, other than the program's main thread.
private func deliver(_ number: Int32) {
  var set = sigset_t()
  unsafe sigemptyset(&set)
  unsafe sigaddset(&set, number)
  _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  raise(number)
}
