import CSQLite

extension Database {
  /// Writes every page of this database over those of another, as of the read transaction that is open here.
  ///
  /// Without an open transaction a writer in between would make it begin anew, perhaps for ever.
  ///
  /// - Parameters:
  ///   - target: empty, or of the same page size.
  ///   - shouldStop: asked every few thousand pages.
  /// - Returns: whether it came to the end; otherwise the target is of no worth.
  package func copyPages(to target: Database, shouldStop: () -> Bool) throws -> Bool {
    guard let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.error("copy")
    }
    var code = SQLITE_OK
    var wasStopped = false
    while code == SQLITE_OK, !wasStopped {
      // 32 MiB at a time, with the ledger's pages.
      code = unsafe sqlite3_backup_step(backup, 4096)
      wasStopped = shouldStop()
    }
    let ended = unsafe sqlite3_backup_finish(backup)
    if code == SQLITE_DONE { return true }
    guard wasStopped, ended == SQLITE_OK else { throw target.error("copy") }
    return false
  }
  /// Whether the file holds what this connection reads: it is no database in memory, and what the connection may have
  /// changed is committed.
  package var readsItsFile: Bool {
    unsafe file != nil && sqlite3_txn_state(handle, "main") != SQLITE_TXN_WRITE
  }

  /// Whether a statement or a transaction reads, so that no writer changes the file.
  package var isReading: Bool { unsafe sqlite3_txn_state(handle, "main") == SQLITE_TXN_READ }

  /// Reads bytes of the file as they are: what the connection reads as long as one of its statements does, since a
  /// writer without a write-ahead log changes the file only when nobody reads.
  ///
  /// Through the file that SQLite has open: closing another one would drop the connection's locks (POSIX advisory locks
  /// belong to the process).
  ///
  /// - Throws: also where the file ends before.
  func readFile(into bytes: inout [UInt8], offset: Int64) throws {
    guard let file = unsafe file, let read = unsafe file.pointee.pMethods?.pointee.xRead else {
      throw SQLiteError(code: .misuse, message: "it has no file", context: path)
    }
    let code = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe read(file, bytes.baseAddress, Int32(bytes.count), offset)
    }
    guard code == SQLITE_OK else {
      throw SQLiteError(
        code: ResultCode(rawValue: code), message: unsafe String(cString: sqlite3_errstr(code)), context: path
      )
    }
  }

  /// `nil` for a database in memory.
  private var file: UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    _ = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard let file = unsafe file, unsafe file.pointee.pMethods != nil else { return nil }
    return unsafe file
  }
}
