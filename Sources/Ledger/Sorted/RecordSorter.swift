import Files
import Glibc
import SQLite

/// Puts records of bytes in their order, of which there may be more than memory has room for.
///
/// Memory: about 2.5 times `limit`; all records where no temporary file may be made. Whenever that many bytes are
/// together, they are put in order and moved into a temporary file; at the end all these runs are merged.
struct RecordSorter {
  private let limit: Int
  /// Where temporary files may be made; `nil` where all has to stay in memory.
  private let folder: String?
  private var spill: SpillFile?
  private var records = RecordList()
  private var runs: [RecordRun] = []
  private var count = 0

  init(limit: Int, folder: String?) { (self.limit, self.folder) = (limit, folder) }

  /// One that uses the folder of a ledger, unless nobody may write there.
  init(beside reader: LedgerReader, limit: Int = 16 << 20) {
    let folder = StorePath.folder(of: reader.path)
    self.init(limit: limit, folder: FileCall.access(folder, W_OK) ? folder : nil)
  }

  /// - Throws: `SQLiteError`.
  mutating func append(_ record: [UInt8]) throws {
    records.append(record)
    count += 1
    if records.byteCount > limit { runs.append(try endRun()) }
  }

  private mutating func endRun() throws -> RecordRun {
    let sorted = records.takeSorted()
    guard let folder else { return RecordRun(sorted) }
    let spill = try self.spill ?? SpillFile(folder: folder)
    self.spill = spill
    return try RecordRun(sorted, movedTo: spill)
  }

  /// Gives the records, and has none any more.
  mutating func takeSorted() -> SortedRecords {
    defer { self = RecordSorter(limit: limit, folder: folder) }
    return SortedRecords(runs: runs + [RecordRun(records.takeSorted())], count: count, ahead: limit)
  }
}
