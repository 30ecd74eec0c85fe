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
}
