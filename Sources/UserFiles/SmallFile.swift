import Files
package import Glibc
package import Prose

/// Reads a file of at most so many bytes: one that people write, and no log that was named by mistake.
package enum SmallFile {
  package enum Failure: Error {
    /// What the system said, as `errno`.
    case unreadable(Int32)
    case tooLarge
    /// By whoever asked for it, and why.
    case refused(Phrase)
  }

  /// The bytes of a file, or of standard input when the path is `-` and that may be.
  ///
  /// - Parameter refusal: why the open file is not to be read; `nil` when it is.
  package static func read(
    _ path: String, limit: Int, allowingStandardInput: Bool = false, refusal: (stat) -> Phrase? = { _ in nil }
  ) throws(Failure) -> [UInt8] {
    let isInput = allowingStandardInput && path == "-"
    let descriptor = isInput ? STDIN_FILENO : FileCall.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadable(errno) }
    defer { if !isInput { close(descriptor) } }
    var status = stat()
    // The call fills the struct it is given.
    guard FileCall.status(descriptor, &status) else { throw .unreadable(errno) }
    if let reason = refusal(status) { throw .refused(reason) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while true {
      guard let count = SystemCall.read(into: &block, from: descriptor) else { throw .unreadable(errno) }
      bytes += block[..<count]
      guard bytes.count <= limit else { throw .tooLarge }
      guard count == block.count else { return bytes }
    }
  }
}
