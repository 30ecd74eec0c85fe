import Files
import Glibc
import Prose

/// A folder of tables as Parquet, which DuckDB's command line writes; it appears once it is whole.
///
/// The process must ignore SIGPIPE, by which it would end where DuckDB does before it has read all rows.
package struct ParquetFolder: ~Copyable {
  private var folder: UnfinishedFolder
  private let path: String
  private let program: DuckDBProgram
  private let environment: [String: String]
  private let shouldStop: @Sendable () -> Bool

  /// - Parameters:
  ///   - path: a folder that is not there.
  ///   - shouldStop: asked often; `true` ends the work.
  /// - Throws: `EngineError`, of the kind `engineMissing` where there is no DuckDB.
  package init(
    _ path: String, environment: [String: String], shouldStop: @escaping @Sendable () -> Bool
  ) throws {
    let program = try DuckDBProgram(environment: environment)
    let folder = try UnfinishedFolder(path)
    self.program = program
    self.folder = folder
    self.path = path
    self.environment = environment
    self.shouldStop = shouldStop
  }

  /// Writes a table.
  ///
  /// - Parameter rows: hands its rows over as CSV with a header, in pieces; every text stands in quotation marks, and
  ///   nothing between commas is NULL.
  /// - Throws: `EngineError`, and what `rows` throws.
  package func write(
    _ table: ParquetTable, _ rows: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    let (job, log) = ("\(folder.staging)/_job.sql", "\(folder.staging)/_duckdb.log")
    try NewFile.write(table.job, to: job)
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw EngineError.writing(path) }
    // Otherwise the child would wait for the end of its own end.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child: ChildProcess
    do {
      defer { close(ends[0]) }
      child = try ChildProcess(
        program.path, DuckDBEngine.arguments, environment: environment, output: log, folder: folder.staging,
        input: ends[0])
    } catch {
      close(ends[1])
      throw error
    }
    let result = Result { try feed(DescriptorWriter(descriptor: ends[1], name: path), rows) }
    let watch = ChildWatch(timeout: nil, shouldStop: shouldStop)
    if case .failure(let error) = result, !(error is ReaderGone) {
      // Before the end of the rows reaches it, which would look like the end of the table.
      watch.end(child)
      close(ends[1])
      throw error
    }
    close(ends[1])
    let outcome = watch.wait(for: child)
    if let failure = DuckDBFailure.of(outcome, log: log, timeout: nil) { throw failure.error }
    try result.get()
    for name in ["_job.sql", "_duckdb.log", "_spill"] { folder.remove(name) }
  }

  private func feed(
    _ writer: DescriptorWriter, _ rows: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    try rows { piece in
      guard !shouldStop() else {
        throw EngineError(.interrupted, "interrupted; nothing was kept")
      }
      do throws(WriteError) { try writer.write(piece.span) } catch {
        if case .readerGone = error.cause { throw ReaderGone() }
        throw error
      }
    }
  }

  /// Gives the folder its name.
  package mutating func publish() throws { try folder.publish() }

  /// DuckDB ended before it had all rows; how it ended says why.
  private struct ReaderGone: Error {}
}
