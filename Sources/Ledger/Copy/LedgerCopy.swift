import Files
import Glibc
import Prose
import SQLite

/// Copies of a ledger as files of their own, made while others read and write it.
package enum LedgerCopy {
  /// How a copy is made.
  package enum Way: Sendable {
    /// Page by page: as fast as the disk.
    case pages
    /// Row by row, so that deleted rows take no room.
    case rows
  }

  /// Writes a whole ledger into a new file, looks at every page and row of it, and waits until it is on the disk.
  ///
  /// The copy is of one state. A writer may work meanwhile; it waits with its commit until the copy is made.
  ///
  /// - Parameters:
  ///   - store: opened for this and nothing else.
  ///   - path: where there is nothing, or what a killed copy left; the file is removed when it cannot be completed.
  ///   - mode: the permissions of the new file.
  /// - Returns: whether it came to the end; otherwise nothing is left.
  /// - Throws: `LedgerError`, `SQLiteError`.
  package static func write(
    _ store: LedgerReader, to path: String, mode: UInt32 = 0o600, way: Way = .pages,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws -> Bool {
    let place = try StorePath.resolve(path)
    let descriptor = FileCall.open(place, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw LedgerError.writing(path, errno: errno) }
    defer { close(descriptor) }
    // A process that dies loses the lock, so what a killed copy left can be told from one that is being made.
    let lock = FileLock(descriptor)
    if case .failed(let code) = lock {
      FileCall.unlink(place)
      throw LedgerError.cannotWrite(path: path, why: FileLock.explanation(code))
    }
    guard lock == .taken, try isStill(place, descriptor) else { throw LedgerError.busy(path: path) }
    guard ftruncate(descriptor, 0) == 0 else { throw LedgerError.writing(path, errno: errno) }
    var isWhole = false
    defer { if !isWhole { FileCall.unlink(place) } }
    do {
      switch way {
      case .pages:
        try store.beginSnapshot()
        guard try copyPages(store, to: place, shouldStop) else { return false }
      case .rows: try copyRows(store, to: place, shouldStop)
      }
      guard !shouldStop() else { return false }
      try check(place, shouldStop)
    } catch let error as SQLiteError where error.isInterrupted { return false }
    guard fsync(descriptor) == 0 else { throw LedgerError.writing(path, errno: errno) }
    isWhole = true
    return true
  }

  private static func copyPages(
    _ store: LedgerReader, to place: String, _ shouldStop: () -> Bool
  ) throws -> Bool {
    let target = try Database(path: place, mode: .readWrite)
    // A copy that a crash cuts off is thrown away, and one flush at the end is enough.
    try target.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    // Each page is read once, so keeping pages of a large ledger would only take memory from the check.
    try store.limitCache(to: 2 << 20)
    return try store.database.copyPages(to: target, shouldStop: shouldStop)
  }

  private static func copyRows(
    _ store: LedgerReader, to place: String, _ shouldStop: @escaping @Sendable () -> Bool
  ) throws {
    // On a connection of its own: on one that may only query, SQLite takes this for a change.
    let source = try Database(path: StorePath.resolve(store.path), mode: .readOnly)
    source.waitForLocks(milliseconds: 10_000, unless: shouldStop)
    source.interruptStatements(when: shouldStop)
    let vacuum = try source.prepare("VACUUM INTO ?1")
    vacuum.bind(place, at: 1)
    try vacuum.run()
  }

  /// SQLite's look at the copy, which also finds what was wrong with the ledger before.
  private static func check(_ place: String, _ shouldStop: @escaping @Sendable () -> Bool) throws {
    let copy = try Database(path: place, mode: .readOnly)
    copy.interruptStatements(when: shouldStop)
    try copy.execute("PRAGMA cache_size = -32768")
    let rows = try copy.prepare("PRAGMA integrity_check(1)")
    guard try rows.step(), rows.text(0) == "ok" else {
      throw LedgerError.damaged(path: place, why: "a copy of it is not sound: \(rows.text(0))")
    }
  }

  /// Whether a path names the open file: another copy may have given it its name for good and let the lock go.
  private static func isStill(_ place: String, _ descriptor: Int32) throws -> Bool {
    var (named, open) = (stat(), stat())
    guard FileCall.linkStatus(place, &named) else {
      guard errno == ENOENT else { throw LedgerError.writing(place, errno: errno) }
      return false
    }
    guard FileCall.status(descriptor, &open) else { throw LedgerError.writing(place, errno: errno) }
    return named.st_dev == open.st_dev && named.st_ino == open.st_ino
  }
}

extension LedgerReader {
  /// Whether the file at a path begins as a ledger does: by SQLite's header with this program's number in it.
  ///
  /// - Throws: `LedgerError` for what is there and cannot be looked at.
  package static func isLedger(_ path: String) throws -> Bool {
    let descriptor = FileCall.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      // There is nothing, or something that cannot be opened as a file.
      guard [ENOENT, ENOTDIR, ELOOP, ENXIO, ENAMETOOLONG].contains(errno) else {
        throw LedgerError.writing(path, errno: errno)
      }
      return false
    }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: ApplicationID.headLength)
    guard let count = SystemCall.read(into: &head, from: descriptor) else {
      // Something that is no file of bytes, such as a folder or an empty pipe, is no ledger.
      guard [EISDIR, EAGAIN, EINVAL].contains(errno) else { throw LedgerError.writing(path, errno: errno) }
      return false
    }
    return count == head.count && ApplicationID.of(head) == Schema.applicationID
  }

  /// Gives back the room of what was deleted, by putting a copy without it into the ledger's place.
  ///
  /// Readers that have the ledger open keep the file they have. Call as the holder of the lock, with no other store
  /// open that writes.
  ///
  /// - Returns: bytes before and after; `nil` when it stopped, and the ledger is as it was.
  package static func compact(_ path: String, shouldStop: @escaping @Sendable () -> Bool = { false }) throws
    -> (before: Int64, after: Int64)?
  {
    let place = try StorePath.resolve(path)
    try removeRemains(path)
    let staging = place + compactEnding
    var status = stat()
    guard FileCall.status(place, &status) else { throw LedgerError.missing(path: path) }
    let before = Int64(status.st_size)
    guard
      try LedgerCopy.write(
        openForReading(path), to: staging, mode: UInt32(status.st_mode & 0o777), way: .rows,
        shouldStop: shouldStop)
    else { return nil }
    try FolderNames.put(staging, inPlaceOf: place)
    guard FileCall.status(place, &status) else { throw LedgerError.writing(path, errno: errno) }
    return (before, Int64(status.st_size))
  }

  /// Removes what a build, a compacting or a successor that was killed has left.
  ///
  /// Call as the holder of the lock, before anything is written.
  package static func removeRemains(_ path: String) throws {
    let place = try StorePath.resolve(path)
    for ending in BuildPlaces.endings + [compactEnding] + LedgerSuccessor.endings {
      FileCall.unlink(place + ending)
    }
  }

  /// What the name of a ledger that is written anew ends with.
  private static let compactEnding = "-compact"
}
