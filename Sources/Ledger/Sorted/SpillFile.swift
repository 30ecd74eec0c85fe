import Files
import Glibc
import SQLite
import Synchronization

/// A file without a name that takes what memory has no room for; it is gone when the process ends, however it ends.
final class SpillFile: Sendable {
  private let descriptor: Int32
  private let folder: String
  private let end = Mutex(0)

  /// - Parameter folder: where there is room; that of the ledger, which will need about as much.
  /// - Throws: `SQLiteError`, as every other write of a ledger.
  init(folder: String) throws {
    self.folder = folder
    descriptor = Self.unnamed(in: folder)
    guard descriptor >= 0 else { throw SQLiteError(errno: errno, context: "temporary file in \(folder)") }
  }

  private static func unnamed(in folder: String) -> Int32 {
    // O_TMPFILE, which the C header composes: a file that never has a name, so a kill leaves none.
    let descriptor = FileCall.open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor < 0, errno == EOPNOTSUPP || errno == EISDIR else { return descriptor }
    // Some file systems, of networks mostly, only know files with names.
    var name = Array((folder + "/.pushledger-spill-XXXXXX").utf8CString)
    // Sound: the name ends with a NUL, and mkstemp writes only over its six X.
    let named = unsafe mkstemp(&name)
    guard named >= 0 else { return named }
    _ = fcntl(named, F_SETFD, FD_CLOEXEC)
    _ = unsafe unlink(name)
    return named
  }

  deinit { close(descriptor) }

  /// Adds the bytes of `elements`; returns where they begin.
  func append<Element: BitwiseCopyable>(_ elements: [Element]) throws -> Int {
    try end.withLock { end in
      let start = end
      guard SystemCall.write(elements.span, to: descriptor, at: start) else {
        throw SQLiteError(errno: errno, context: "temporary file in \(folder)")
      }
      end += elements.count * MemoryLayout<Element>.stride
      return start
    }
  }

  /// `count` elements from the byte `offset` on, which `append` has put there.
  func read<Element: BitwiseCopyable>(_ type: Element.Type, at offset: Int, count: Int) throws -> [Element] {
    let length = count * MemoryLayout<Element>.stride
    // Sound: all elements are filled with bytes that were elements of this type.
    return try unsafe Array(unsafeUninitializedCapacity: count) { elements, filled in
      let bytes = unsafe UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(elements)[..<length])
      let got = unsafe SystemCall.read(into: bytes, from: descriptor, at: offset)
      guard got == length else {
        throw SQLiteError(errno: got == nil ? errno : EIO, context: "temporary file in \(folder)")
      }
      filled = count
    }
  }
}
