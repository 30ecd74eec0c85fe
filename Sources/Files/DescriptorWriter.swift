import Glibc
package import Prose

/// Writes to an open descriptor until everything is written: short writes and interruptions are carried on.
package struct DescriptorWriter: Sendable {
  package let descriptor: Int32
  /// How messages call it.
  package let name: String

  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  package static let standardOutput = DescriptorWriter(descriptor: STDOUT_FILENO, name: "standard output")
  package static let standardError = DescriptorWriter(descriptor: STDERR_FILENO, name: "standard error")

  package func write(_ text: String) throws(WriteError) {
    let bytes = Array(text.utf8)
    try write(bytes.span)
  }

  package func write(_ bytes: Span<UInt8>) throws(WriteError) {
    var written = 0
    while written < bytes.count {
      let left = bytes.extracting(written...)
      // The pointer is used only inside the closure, for `left.count` bytes.
      let count = SystemCall.retrying {
        unsafe left.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      }
      if count > 0 {
        written += count
        continue
      }
      switch errno {
      case EAGAIN: waitUntilWritable()
      case EPIPE: throw WriteError(cause: .readerGone, name: name)
      default: throw WriteError(cause: .system(errno), name: name)
      }
    }
  }

  /// For a descriptor that someone else has made non-blocking, as some parents do with standard output.
  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&request, 1, -1)
  }
}

/// Output could not be written.
package struct WriteError: Error, Equatable {
  package enum Cause: Equatable, Sendable {
    /// The reading end of a pipe was closed, as `head` does when it has seen enough.
    case readerGone
    /// The error number.
    case system(Int32)
  }

  package let cause: Cause
  /// What was written to.
  package let name: String

  package init(cause: Cause, name: String) {
    self.cause = cause
    self.name = name
  }

  /// What went wrong, with the name as it was given.
  package var message: Phrase {
    switch cause {
    case .readerGone: "\(name): the reader has gone"
    // A quota, or a limit on the size of a file, is a full disk to whoever has to make room.
    case .system(ENOSPC), .system(EDQUOT), .system(EFBIG): "\(name): disk full"
    case .system(let number): "\(name): \(SystemReason.text(number))"
    }
  }
}
