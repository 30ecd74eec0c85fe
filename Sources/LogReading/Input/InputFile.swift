import Files
import Glibc

/// An open regular file, or standard input; closed when it goes.
package struct InputFile: ~Copyable, Sendable {
  private let descriptor: Int32
  private let isOwned: Bool
  /// Bytes when it was opened; `nil` for what cannot be read at a position, as a pipe.
  package let size: Int64?

  /// Opens a regular file for reading.
  ///
  /// - Parameter path: its bytes, which need not be UTF-8.
  /// - Throws: `missing`, `linkLoop`, `unreadable`, `notRegular` for pipes, sockets, devices and folders, or `io`.
  package init(path: [UInt8]) throws(InputError) {
    let name = path.map { CChar(bitPattern: $0) } + [0]
    // Opening a pipe that nobody writes to would block without O_NONBLOCK; regular files do not mind it.
    let descriptor = SystemCall.retrying {
      unsafe Int(open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK))
    }
    guard descriptor >= 0 else { throw InputError(openErrno: errno) }
    do throws(InputError) { size = try Self.regularSize(Int32(descriptor)) } catch {
      close(Int32(descriptor))
      throw error
    }
    self.descriptor = Int32(descriptor)
    isOwned = true
  }

  package init(path: String) throws(InputError) { try self.init(path: Array(path.utf8)) }

  /// Standard input, which may be a pipe or a terminal and stays open.
  package static func standardInput() -> InputFile { InputFile(borrowing: STDIN_FILENO) }

  private init(borrowing descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = false
    // What is redirected from a file may stand at any position, so it is read like a pipe.
    size = nil
  }

  private init(owning descriptor: Int32, size: Int64?) {
    self.descriptor = descriptor
    self.size = size
    isOwned = true
  }

  /// The same open file once more, for another reader: its name may lead elsewhere by now.
  package func duplicate() throws(InputError) -> InputFile {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .io(errno: errno) }
    return InputFile(owning: copy, size: size)
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Reads `count` bytes at `offset` of a file, which a pipe is not.
  ///
  /// - Returns: fewer only at the end.
  package func bytes(at offset: Int64, count: Int) throws(InputError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = try read(into: &result, filled..<count, at: offset + Int64(filled))
      if got == 0 { break }
      filled += got
    }
    result.removeLast(count - filled)
    return result
  }

  /// Reads some bytes into `range` of `buffer`.
  ///
  /// - Parameter offset: where in a file; a pipe goes on where it is.
  /// - Returns: how many; 0 only at the end.
  func read(into buffer: inout [UInt8], _ range: Range<Int>, at offset: Int64) throws(InputError) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count, "a read beyond its buffer")
    guard !range.isEmpty else { return 0 }
    let isPositioned = size != nil
    let descriptor = descriptor
    // Sound: the range lies inside the buffer, and the pointer stays in this closure.
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      let target = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range])
      return SystemCall.retrying {
        isPositioned
          ? unsafe pread(descriptor, target.baseAddress, target.count, off_t(offset))
          : unsafe Glibc.read(descriptor, target.baseAddress, target.count)
      }
    }
    guard count >= 0 else { throw .io(errno: errno) }
    return count
  }

  private static func regularSize(_ descriptor: Int32) throws(InputError) -> Int64 {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .io(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    return Int64(status.st_size)
  }
}

extension InputError {
  /// The error of a look at a file or folder that failed: of `open`, `stat` or `readdir`.
  package init(openErrno code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .missing
    case ELOOP: self = .linkLoop
    case EACCES, EPERM: self = .unreadable
    case ENXIO, ENODEV, EISDIR: self = .notRegular
    default: self = .io(errno: code)
    }
  }
}
