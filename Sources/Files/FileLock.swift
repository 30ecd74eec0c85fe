import Glibc
package import Prose

/// `flock` on an open file, which the death of its process gives back.
package enum FileLock: Equatable {
  case taken
  /// Another open file has it.
  case held
  /// The file system cannot lock, with this `errno`.
  case failed(Int32)

  /// Takes the lock of an open file.
  ///
  /// - Parameter waits: whether to wait for as long as another has it.
  package init(_ descriptor: Int32, waits: Bool = false) {
    let failed = SystemCall.retrying { Int(flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB)) } != 0
    self = !failed ? .taken : errno == EWOULDBLOCK ? .held : .failed(errno)
  }

  /// What to tell of a file system that cannot lock.
  package static func explanation(_ code: Int32) -> Phrase {
    "its file system cannot lock files (\(SystemReason.text(code))); choose a place on another one"
  }
}
