import Files
import Glibc
import Prose

/// The right to write one ledger, held until the value goes out of scope or the process dies.
///
/// `flock` on a side file that is never deleted. SQLite's own waiting cannot serve as the lock of a run, and two
/// processes can both hold a lock file that one of them removes.
package struct StoreLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock of the ledger at `path`.
  ///
  /// - Parameters:
  ///   - seconds: how long to try; 0 gives up at once.
  ///   - shouldStop: asked while it waits.
  /// - Throws: `LedgerError.busy`, `.stopped`, `.permission`, `.disk` or `.cannotWrite`.
  package init(for path: String, waiting seconds: Int, shouldStop: () -> Bool = { false }) throws(LedgerError)
  {
    let lockPath = path + ".lock"
    let opened = FileCall.open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else { throw .writing(lockPath, errno: errno) }
    var triesLeft = seconds * 10
    while true {
      let lock = FileLock(opened)
      if lock == .taken { break }
      if case .failed(let code) = lock {
        close(opened)
        throw .cannotWrite(path: lockPath, why: FileLock.explanation(code))
      }
      guard triesLeft > 0, !shouldStop() else {
        close(opened)
        throw triesLeft > 0 ? .stopped(path: path) : .busy(path: path)
      }
      triesLeft -= 1
      usleep(100_000)
    }
    descriptor = opened
  }

  deinit { close(descriptor) }
}
