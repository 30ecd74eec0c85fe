import Files
import Glibc
import Synchronization

/// The pages of a database file, read and written past SQLite, by several threads at once.
final class PageFile: Sendable {
  let path: String
  let pageSize: Int
  private let descriptor: Int32
  /// The number of the next page; `nil` when the file is closed.
  private let next: Mutex<UInt32?>

  /// The page that holds byte 2^30, where SQLite sets its locks: it is never used.
  private let lockPage: UInt32
  /// SQLite's own limit, unless `max_page_count` raises it.
  private static let lastPage: UInt32 = 1_073_741_823

  /// - Parameter path: a file that no connection of this process has open, for closing it here would drop the locks
  ///   of that connection (POSIX advisory locks belong to the process).
  init(path: String) throws(TableBuildError) {
    let opened = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard opened >= 0 else { throw .io(path: path, code: errno) }
    var status = stat()
    guard unsafe fstat(opened, &status) == 0 else {
      let code = errno
      close(opened)
      throw .io(path: path, code: code)
    }
    var start = [UInt8](repeating: 0, count: DatabaseHeader.count)
    let count = SystemCall.read(into: &start, from: opened, at: 0)
    let header: DatabaseHeader
    do throws(TableBuildError) {
      guard let count else { throw .io(path: path, code: errno) }
      guard count == DatabaseHeader.count else { throw .unsuitable(path: path, why: "not a SQLite database") }
      header = try DatabaseHeader(start, fileSize: Int64(status.st_size), path: path)
    } catch {
      close(opened)
      throw error
    }
    self.path = path
    pageSize = header.pageSize
    descriptor = opened
    lockPage = UInt32(1 << 30 / header.pageSize + 1)
    next = Mutex(header.pageCount + 1)
  }

  deinit {
    if next.withLock({ $0 != nil }) { close(descriptor) }
  }

  /// Writes whole pages behind all others; blocks of several threads follow each other in any order.
  ///
  /// - Returns: the pages' numbers.
  func append(_ pages: ArraySlice<UInt8>) throws(TableBuildError) -> [UInt32] {
    let count = UInt32(pages.count / pageSize)
    let first = next.withLock { next -> UInt32? in
      guard let first = next else { return nil }
      // The block steps over the page of the locks.
      let holdsLocks = first <= lockPage && lockPage < first + count
      next = first + count + (holdsLocks ? 1 : 0)
      return first
    }
    guard let first else { throw .io(path: path, code: EBADF) }
    guard first + count < Self.lastPage else { throw .io(path: path, code: EFBIG) }
    let before = first <= lockPage ? min(count, lockPage - first) : count
    let split = pages.startIndex + Int(before) * pageSize
    try write(pages[..<split], at: first)
    try write(pages[split...], at: lockPage + 1)
    return (0..<count).map { $0 < before ? first + $0 : first + $0 + 1 }
  }

  /// Writes whole pages from a page's number on.
  func write(_ pages: ArraySlice<UInt8>, at number: UInt32) throws(TableBuildError) {
    try write(pages, offset: Int64(number - 1) * Int64(pageSize))
  }

  func write(_ bytes: ArraySlice<UInt8>, offset: Int64) throws(TableBuildError) {
    guard SystemCall.write(bytes.span, to: try opened(), at: Int(offset)) else {
      throw .io(path: path, code: errno)
    }
  }

  func read(_ number: UInt32) throws(TableBuildError) -> [UInt8] {
    try read(offset: Int64(number - 1) * Int64(pageSize), count: pageSize)
  }

  func read(offset: Int64, count: Int) throws(TableBuildError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = SystemCall.read(into: &bytes, from: try opened(), at: Int(offset))
    guard got == count else { throw .io(path: path, code: got == nil ? errno : 0) }
    return bytes
  }

  /// Says in the header how many pages there are now, cuts off what lies behind them, and closes.
  ///
  /// Closed here and not only by `deinit`: closing it later could drop the locks of a connection opened meanwhile.
  func commit() throws(TableBuildError) {
    var header = try read(offset: 0, count: DatabaseHeader.count)
    let pages = (next.withLock { $0 } ?? 1) - 1
    DatabaseHeader.update(&header, pageCount: pages)
    try write(header[...], offset: 0)
    guard ftruncate(descriptor, off_t(pages) * off_t(pageSize)) == 0 else {
      throw .io(path: path, code: errno)
    }
    next.withLock { $0 = nil }
    close(descriptor)
  }

  /// The descriptor, unless it is closed: its number may by then be another file's.
  private func opened() throws(TableBuildError) -> Int32 {
    guard next.withLock({ $0 != nil }) else { throw .io(path: path, code: EBADF) }
    return descriptor
  }
}
