package import ReceiptModel

/// A file of flat records, one a line; plain or compressed, by its content.
package enum FlatFile {
  /// What is wrong with a line.
  package struct BadLine: Error, Equatable, Sendable {
    /// From 1.
    package let line: Int
    package let reason: RejectionReason
  }

  /// Calls `body` with the number of each line, from 1, and its members.
  ///
  /// - Throws: `InputError` for the file, `BadLine` for the first line that is no flat record, and what `body` throws.
  package static func forEachRecord(
    in path: String, _ body: (_ line: Int, _ members: [FlatRecord.Member]) throws -> Void
  ) throws {
    let options = ReadOptions()
    var source = try ByteSource(InputFile(path: path), options: options, startOffset: 0)
    var buffer = [UInt8](repeating: 0, count: options.blockSize)
    var filled = 0
    var line = 0
    func take(_ range: Range<Int>) throws {
      line += 1
      let members: [FlatRecord.Member]
      do throws(Rejection) { members = try FlatRecord.members(buffer.span, range) } catch {
        throw BadLine(line: line, reason: error.reason)
      }
      try body(line, members)
    }
    while true {
      let got = try source.read(into: &buffer, filled..<buffer.count)
      filled += got
      var start = 0
      while let end = buffer[start..<filled].firstIndex(of: UInt8(ascii: "\n")) {
        try take(start..<end)
        start = end + 1
      }
      guard got > 0 else {
        if start < filled { try take(start..<filled) }
        return
      }
      buffer.removeSubrange(..<start)
      filled -= start
      guard filled <= recordLimit else { throw BadLine(line: line + 1, reason: .lineTooLong) }
      buffer.append(contentsOf: repeatElement(0, count: filled + options.blockSize - buffer.count))
    }
  }
}
