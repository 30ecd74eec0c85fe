package import Glibc

/// Calls of the system that go on where a signal interrupts them or a short answer leaves off.
package enum SystemCall {
  /// Calls again as long as a signal interrupts, as network file systems let it.
  ///
  /// - Returns: the result of the last call; of one that failed `errno` says why.
  package static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// The time by the system's clock, since 1970.
  package static func time() -> timespec {
    var now = timespec()
    // The call fills the struct it is given.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return now
  }

  /// Writes all elements as the bytes they are.
  ///
  /// - Parameter offset: where in the file; otherwise it goes on where it is.
  /// - Returns: `false` when that failed; then `errno` says why.
  package static func write<Element: BitwiseCopyable>(
    _ elements: Span<Element>, to descriptor: Int32, at offset: Int? = nil
  ) -> Bool {
    // Sound: the pointers cover what is left of the bytes and stay in this closure.
    unsafe elements.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let left = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = retrying {
          if let offset {
            unsafe pwrite(descriptor, left.baseAddress, left.count, off_t(offset + written))
          } else {
            unsafe Glibc.write(descriptor, left.baseAddress, left.count)
          }
        }
        if count == 0 { errno = ENOSPC }
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
  }

  /// Reads until the buffer is full or the file ends.
  ///
  /// - Parameter offset: where in the file; otherwise it goes on where it is.
  /// - Returns: how many bytes, less than the buffer holds only at the end; `nil` when that failed, and then `errno`
  ///   says why.
  package static func read(into buffer: inout [UInt8], from descriptor: Int32, at offset: Int? = nil) -> Int?
  {
    unsafe buffer.withUnsafeMutableBytes { unsafe read(into: $0, from: descriptor, at: offset) }
  }

  /// The same for memory that is not filled yet.
  package static func read(
    into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int? = nil
  ) -> Int? {
    var filled = 0
    while filled < buffer.count {
      // Sound: it covers what is left of the buffer.
      let left = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = retrying {
        if let offset {
          unsafe pread(descriptor, left.baseAddress, left.count, off_t(offset + filled))
        } else {
          unsafe Glibc.read(descriptor, left.baseAddress, left.count)
        }
      }
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }
}
