import CSQLite
import Files
import Glibc
import Synchronization

/// Where SQLite sorts what has no room in memory: files without a name, of a limited size together.
@safe final class TemporaryFiles {
  /// Of the file system that has them, by which a connection asks for it.
  let system: String
  /// Where they lie; `nil` where SQLite chooses.
  let folder: String?
  private let files: UnsafeMutablePointer<csqlite_temporary_files>

  private static let count = Atomic(0)

  /// - Parameters:
  ///   - folder: where they lie; where that may not be written to, SQLite chooses one.
  ///   - limit: bytes that they may take together.
  /// - Throws: `SQLiteError`.
  init(folder: String, limit: Int) throws {
    system = "pushledger-\(Self.count.add(1, ordering: .relaxed).newValue)"
    self.folder = FileCall.access(folder, W_OK | X_OK) ? folder : nil
    guard
      let files = unsafe csqlite_limit_temporary_files(system, self.folder ?? "", sqlite3_int64(limit))
    else {
      throw SQLiteError(code: .noMemory, message: "its temporary files cannot be limited", context: folder)
    }
    unsafe self.files = unsafe files
  }

  deinit { unsafe csqlite_forget_temporary_files(files) }

  /// Begins another question; the files of the one before are gone.
  func begin() {
    unsafe files.pointee.used = 0
    unsafe files.pointee.is_over_limit = 0
  }

  /// Counts bytes that were written without SQLite.
  func take(bytes: Int) {
    unsafe files.pointee.used += sqlite3_int64(bytes)
    if unsafe files.pointee.used > files.pointee.limit { unsafe files.pointee.is_over_limit = 1 }
  }

  /// Whether something was not written because of the limit.
  var isOverLimit: Bool { unsafe files.pointee.is_over_limit != 0 }
}
