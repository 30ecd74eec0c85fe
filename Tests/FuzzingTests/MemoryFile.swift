import Glibc

/// A file without a name, in memory where the system has a place for that, and gone with the value.
final class MemoryFile {
  private let descriptor: Int32
  var path: String { "/proc/self/fd/\(descriptor)" }

  init(_ bytes: [UInt8]) throws {
    var name = Array((Self.folder + "/pushledger-fuzz-XXXXXX").utf8CString)
    descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw NoMemoryFile(code: errno) }
    _ = unsafe unlink(name)
    let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw NoMemoryFile(code: errno) }
  }

  deinit { close(descriptor) }

  private static let folder = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
}

struct NoMemoryFile: Error {
  let code: Int32
}
