import Foundation

extension [UInt8] {
  /// Puts a piece of a log behind what is there.
  public mutating func append(_ piece: Span<UInt8>) {
    unsafe piece.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// The lines of a log as texts, without their line feeds.
  ///
  /// The C library looks for line feeds: a loop over bytes takes long in tests, which are not optimised.
  public var lines: [String] {
    unsafe withUnsafeBytes { bytes in
      var lines: [String] = []
      var start = 0
      while start < bytes.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
        guard let first = rest.baseAddress else { break }
        let length =
          unsafe memchr(first, 0x0A, rest.count).map { unsafe UnsafeRawPointer($0) - first } ?? rest.count
        unsafe lines.append(String(decoding: rest.prefix(length), as: UTF8.self))
        start += length + 1
      }
      return lines
    }
  }
}
