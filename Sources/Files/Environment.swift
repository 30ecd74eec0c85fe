import Glibc

/// The environment of the process.
package enum Environment {
  /// The value of a variable; `nil` when it is not set.
  package static func variable(_ name: String) -> String? {
    // `getenv` is safe while nobody calls `setenv`; the program does so only before it starts a thread.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
