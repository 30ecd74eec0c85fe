import Digest
import Ledger
import LogReading

/// Reads the windows by which a file is known again.
struct FileWindows {
  /// Bytes of the file from a position on; fewer at its end.
  let read: (_ offset: Int64, _ count: Int) throws -> [UInt8]

  /// The identity of a file of which the first `length` bytes count.
  func identity(upTo length: Int64) throws -> FileIdentity {
    let headBytes = Int(min(length, Int64(FileIdentity.window)))
    return FileIdentity(headBytes: headBytes, head: try digest(0, headBytes), tail: try tail(upTo: length))
  }

  func head(_ count: Int) throws -> String { try digest(0, count) }

  /// The digest of the bytes before `end`.
  func tail(upTo end: Int64) throws -> String {
    let count = min(end, Int64(FileIdentity.window))
    return try digest(end - count, Int(count))
  }

  /// Whether another file begins with the same `length` bytes; a file that cannot be read is no copy.
  func isCopy(of path: [UInt8], length: Int64) -> Bool {
    do {
      let other = try InputFile(path: path)
      var offset: Int64 = 0
      while offset < length {
        let count = Int(min(length - offset, 1 << 20))
        guard try read(offset, count) == other.bytes(at: offset, count: count) else { return false }
        offset += Int64(count)
      }
      return true
    } catch { return false }
  }

  private func digest(_ offset: Int64, _ count: Int) throws -> String {
    guard count > 0 else { return "" }
    let bytes = try read(offset, count)
    return SHA256.hex(bytes.span)
  }
}
