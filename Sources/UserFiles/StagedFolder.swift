import Files
import Glibc
import Ledger
package import Prose

/// Files that appear in a folder together: written beside, flushed, then renamed into place, the last one last.
///
/// A run that dies leaves the former files as they were.
package struct StagedFolder: ~Copyable {
  private let path: String
  private let staging: Staging
  private var names: [String] = []

  /// Makes the folder when there is none, and an empty one inside for the new files.
  ///
  /// - Parameter target: the path that the user knows, for messages, where it is not the folder's.
  /// - Throws: `Failure` of kind `cannotWrite`.
  package init(_ path: String, for target: String? = nil) throws {
    let target = target ?? path
    guard FileCall.mkdir(path, 0o750) || errno == EEXIST else { throw Failure.cannotWrite(target) }
    staging = try Staging(.folder, "\(path)/.staging-", for: target)
    self.path = path
  }

  deinit {
    // What was published is gone from here; the rest belongs to a run that failed.
    for name in names { FileCall.unlink("\(staging.path)/\(name)") }
    FileCall.rmdir(staging.path)
  }

  package mutating func write(_ bytes: [UInt8], to name: String) throws {
    try write(to: name) { write in try write(bytes) }
  }

  /// Writes a file of which `fill` writes one piece after the other.
  package mutating func write(
    to name: String, by fill: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    names.append(name)
    try OutputFile.write(to: "\(staging.path)/\(name)", for: "\(path)/\(name)", by: fill)
  }

  /// Puts all files into place, in the order in which they were written.
  package func publish() throws {
    for name in names {
      try OutputFile.refuseObstacle("\(path)/\(name)")
      try OutputFile.refuseLedger("\(path)/\(name)")
    }
    for name in names {
      guard FileCall.rename("\(staging.path)/\(name)", "\(path)/\(name)") else {
        throw Failure.cannotWrite("\(path)/\(name)")
      }
    }
    try FolderNames.flush(path)
  }
}

/// A file that is whole or not there.
package enum OutputFile {
  /// Replaces a file by new content; a reader sees the old or the new, never a part.
  ///
  /// - Parameter path: `-` is standard output.
  package static func replace(_ path: String, with bytes: [UInt8]) throws {
    guard path != "-" else { return try DescriptorWriter.standardOutput.write(bytes.span) }
    try refuseLedger(path)
    try replace(path) { staging in
      try DescriptorWriter(descriptor: staging.descriptor, name: path).write(bytes.span)
    }
  }

  /// Replaces a file by what `fill` writes into an empty one beside it, whose path it is given.
  package static func replace(_ path: String, by fill: (String) throws -> Void) throws {
    try replace(path) { staging in try fill(staging.path) }
  }

  private static func replace(_ path: String, staged fill: (borrowing Staging) throws -> Void) throws {
    try refuseObstacle(path)
    let staging = try Staging(.file, "\(path).staging-", for: path)
    do {
      try fill(staging)
      guard fsync(staging.descriptor) == 0, FileCall.rename(staging.path, path) else {
        throw Failure.cannotWrite(path)
      }
    } catch {
      // SQLite's journal, when it left one.
      FileCall.unlink("\(staging.path)-journal")
      FileCall.unlink(staging.path)
      throw error
    }
    try FolderNames.flush(folder(of: path))
  }

  /// Refuses to take the place of what is no file, such as a pipe that somebody reads from or a device.
  ///
  /// A link is replaced by the file, and what it leads to stays as it is.
  static func refuseObstacle(_ path: String) throws(Failure) {
    var status = stat()
    guard FileCall.status(path, &status), status.st_mode & S_IFMT != S_IFREG else { return }
    let what: Phrase =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: "a folder"
      case S_IFIFO: "a pipe"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    throw Failure(
      .cannotWrite, "\(path.escapedForTerminal()): \(what), which a file does not replace",
      advice: otherFile)
  }

  private static let otherFile: Phrase = "name another file; this one was not touched"

  /// Refuses to write over a ledger, whichever it is, its journal or its lock.
  package static func refuseLedger(_ path: String) throws(Failure) {
    for ending in ["", "-journal", ".lock"] where path.hasSuffix(ending) {
      let shown = path.escapedForTerminal()
      do {
        guard try LedgerReader.isLedger(String(path.dropLast(ending.count))) else { continue }
      } catch {
        let isOfDisk = if case LedgerError.disk = error { true } else { false }
        throw Failure(
          isOfDisk ? .ioError : .cannotWrite,
          """
          \(shown): cannot be examined, and may be a ledger or the lock of one, which no other output replaces
          """, advice: otherFile)
      }
      throw Failure(
        .cannotWrite, "\(shown): a ledger, or the lock of one, which no other output replaces",
        advice: otherFile)
    }
  }

  /// The folder that a file is in.
  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// A path without links and detours, even when nothing is there yet; `nil` when its folder is not there either.
  package static func resolved(_ path: String) -> String? {
    if let place = real(path) { return place }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    return real(folder(of: trimmed)).map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" }
  }

  private static func real(_ path: String) -> String? {
    // With a null second argument `realpath` allocates the result, which is ours to free.
    FileCall.realpath(path)
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return FileCall.status(path, &status) && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Writes a new file and waits until it is on the disk.
  ///
  /// - Parameter target: the path that the user knows, for messages.
  package static func write(_ bytes: [UInt8], to path: String, for target: String) throws {
    try write(to: path, for: target) { write in try write(bytes) }
  }

  /// The same for a file of which `fill` writes one piece after the other.
  package static func write(
    to path: String, for target: String, by fill: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    let descriptor = FileCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o640)
    guard descriptor >= 0 else { throw Failure.cannotWrite(target) }
    defer { close(descriptor) }
    let writer = DescriptorWriter(descriptor: descriptor, name: target)
    try fill { piece in try writer.write(piece.span) }
    guard fsync(descriptor) == 0 else { throw Failure.cannotWrite(target) }
  }

  /// Waits until a file that somebody else wrote is on the disk.
  package static func flush(file: String, for target: String) throws {
    let descriptor = FileCall.open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw Failure.cannotWrite(target) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw Failure.cannotWrite(target) }
  }
}
