import SQLite

/// Times the building of a table of deliveries past SQL, on one thread.
enum TableBuildBench {
  private static let createTable =
    "PRAGMA page_size = 8192; CREATE TABLE delivery(message INTEGER, device ANY, app INTEGER, "
    + (3..<18).map { "c\($0) INTEGER" }.joined(separator: ", ")
    + ", PRIMARY KEY(message, device, app)) STRICT, WITHOUT ROWID"
  private static let batchRows = 4096

  /// Creates the empty store, and fills a batch with rows as an import has them: nine of the columns are NULL.
  static func prepare(_ path: String) throws -> RowBatch {
    try Database(path: path, mode: .create).execute(createTable)
    return RowBatch(columns: (0..<18).map { "c\($0)" })
  }

  /// Sets rows into the batch; the first has the number `start`.
  static func fill(_ batch: RowBatch, from start: Int, count: Int) {
    batch.removeAll()
    for row in start..<start + count {
      var cells = InlineArray<18, Int64>(repeating: RowBatch.null)
      cells[0] = 70_000 + Int64(row >> 14)
      cells[1] = batch.blob(high: UInt64(row), low: UInt64(row) &* 0x9E37_79B9_7F4A_7C15)
      cells[2] = Int64(row & 3)
      cells[3] = 1_700_000_000_000 + Int64(row)
      cells[5] = 0
      cells[row & 1 == 0 ? 7 : 8] = 300 + Int64(row & 255)
      cells[12] = 70_000 + Int64(row & 1023)
      cells[15] = Int64(row & 7)
      cells[16] = Int64(row & 511)
      cells[17] = Int64(row & 15)
      batch.append(cells.span)
    }
  }

  /// Builds a table of `rows` rows.
  ///
  /// - Returns: the seconds of this thread, in user and system, for the segment alone: writing included, and not the
  ///   filling of the batches or the waiting for a disk.
  static func run(_ rows: Int, at path: String) throws -> Double {
    let batch = try prepare(path)
    let build = try TableBuild(path: path)
    var segment = try build.segment(of: "delivery")
    var seconds = 0.0
    for start in stride(from: 0, to: rows, by: batchRows) {
      fill(batch, from: start, count: min(batchRows, rows - start))
      let before = Bench.processorNanoseconds()
      try segment.append(batch)
      seconds += Double(Bench.processorNanoseconds() - before) / 1e9
    }
    try build.finish([try segment.finish()])
    return seconds
  }
}
