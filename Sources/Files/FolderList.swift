import Glibc

/// What is in a folder.
package enum FolderList {
  /// The names in it but `.` and `..`, as the system has them, in the order of their bytes.
  ///
  /// - Parameter followsLink: whether a folder may be a link to one.
  /// - Returns: `nil` for what cannot be opened as a folder or not read to its end; then `errno` says why.
  package static func names(in folder: [UInt8], followsLink: Bool = true) -> [[UInt8]]? {
    let path = folder.map { CChar(bitPattern: $0) } + [0]
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
    let descriptor = Int32(SystemCall.retrying { unsafe Int(open(path, flags)) })
    guard descriptor >= 0 else { return nil }
    guard let stream = unsafe fdopendir(descriptor) else {
      close(descriptor)
      return nil
    }
    var names: [[UInt8]] = []
    var failure: Int32
    repeat {
      errno = 0
      while let entry = unsafe readdir(stream) {
        // d_name ends with a NUL byte and is valid until the next readdir; it is copied here.
        names.append(
          unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) })
        errno = 0
      }
      // The end and a failure look alike but for this; where a signal interrupted it, it goes on where it was.
      failure = errno
    } while failure == EINTR
    unsafe closedir(stream)
    guard failure == 0 else {
      errno = failure
      return nil
    }
    let point = UInt8(ascii: ".")
    return names.filter { $0 != [point] && $0 != [point, point] }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The same as text, for folders of files that this program and those it knows name.
  package static func names(in folder: String, followsLink: Bool = true) -> [String]? {
    names(in: Array(folder.utf8), followsLink: followsLink)?.map { String(decoding: $0, as: UTF8.self) }
  }
}
