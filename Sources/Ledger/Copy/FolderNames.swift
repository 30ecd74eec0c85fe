internal import Glibc
internal import SQLite

/// The names that files have in a folder.
package enum FolderNames {
  /// Makes names that were given and taken last.
  ///
  /// A file system that cannot flush a folder is no reason to fail; a disk that does not is one.
  ///
  /// - Throws: `SQLiteError`, as every other write of a ledger.
  package static func flush(_ folder: String) throws {
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard fsync(descriptor) != 0 else { return }
    let code = errno
    if code == EIO || SQLiteError.isFullDisk(code) { throw SQLiteError(errno: code, context: folder) }
  }
}
