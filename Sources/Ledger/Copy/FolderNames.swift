import Files
import Glibc
import SQLite

/// The names that files have in a folder, and giving one of them to another file.
package enum FolderNames {
  /// Makes names that were given and taken last.
  ///
  /// A file system that cannot flush a folder is no reason to fail, and neither is a folder that its user may not read;
  /// a disk that fails to flush is.
  ///
  /// - Throws: `SQLiteError`, as every other write of a ledger.
  package static func flush(_ folder: String) throws {
    let descriptor = FileCall.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return try refuse(errno, folder) }
    defer { close(descriptor) }
    if fsync(descriptor) != 0 { try refuse(errno, folder) }
  }

  private static func refuse(_ code: Int32, _ folder: String) throws {
    if code == EIO || SQLiteError.isFullDisk(code) { throw SQLiteError(errno: code, context: folder) }
  }

  /// Puts a file in the place of another of its folder, whose permissions it gets: a crash leaves one of the two whole.
  ///
  /// Call as the holder of the ledger's lock.
  ///
  /// - Throws: `SQLiteError`.
  static func put(_ new: String, inPlaceOf old: String) throws {
    var status = stat()
    if FileCall.status(old, &status) { FileCall.chmod(new, status.st_mode & 0o777) }
    try flush(file: new)
    let folder = StorePath.folder(of: old)
    // The old file's last journal is gone for good before the new file could be taken for the one it belongs to.
    try flush(folder)
    guard FileCall.rename(new, old) else { throw SQLiteError(errno: errno, context: new) }
    try flush(folder)
  }

  /// Waits until a file is on the disk as it is.
  static func flush(file: String) throws {
    let descriptor = FileCall.open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SQLiteError(errno: errno, context: file) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw SQLiteError(errno: errno, context: file) }
  }
}
