import Glibc

/// The environment of the process.
package enum Environment {
  /// The value of a variable; `nil` when it is not set.
  package static func variable(_ name: String) -> String? {
    // `getenv` is safe while nobody calls `setenv`; the program does so only before it starts a thread.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Every variable with its value.
  package static var all: [String: String] {
    var result: [String: String] = [:]
    var place = unsafe environ
    while let entry = unsafe place.pointee {
      let text = unsafe String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      unsafe place += 1
    }
    return result
  }
}
