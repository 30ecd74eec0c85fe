import CSQLite

extension Database {
  /// How much SQLite does while `body` runs, for tests that compare work instead of time.
  ///
  /// - Returns: instructions of SQLite's virtual machine, of the statements that came to their end, and rows that scans
  ///   of tables have read. A row that is looked at costs a handful, whether it is wanted or not.
  package func work(of body: () throws -> Void) rethrows -> Int {
    let scanned = scannedRows
    var steps = 0
    try unsafe withUnsafeMutablePointer(to: &steps) { counter in
      // The counter outlives the callback, which is taken back before this returns.
      _ = unsafe sqlite3_trace_v2(handle, UInt32(SQLITE_TRACE_PROFILE), addSteps, counter)
      defer { _ = unsafe sqlite3_trace_v2(handle, 0, nil, nil) }
      try body()
    }
    return steps + scannedRows - scanned
  }
}

/// Adds the steps of the statement that has ended; SQLite gives it in the third argument.
private let addSteps:
  @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) ->
    Int32 = { _, counter, statement, _ in
      let ended = OpaquePointer(statement)
      unsafe counter?.assumingMemoryBound(to: Int.self).pointee += Int(
        unsafe sqlite3_stmt_status(ended, SQLITE_STMTSTATUS_VM_STEP, 1))
      return 0
    }
