import Glibc

/// What the system says of an error number.
package enum SystemReason {
  package static func text(_ number: Int32) -> String {
    // `strerror` gives a NUL-terminated text that is valid until the next call; it is copied at once.
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}
