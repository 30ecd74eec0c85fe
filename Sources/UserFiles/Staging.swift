import Files
import Glibc
import Ledger
import Prose

/// A new file or folder under a name that says that it is not whole: `daily.csv.staging-4711`.
///
/// It is locked for as long as the value lives, and who dies loses the lock. So what a killed run left is told from what
/// another is writing, even where both have the same process number, as in two containers. The next run that writes to the same
/// place removes what is left.
package struct Staging: ~Copyable {
  package enum Kind { case file, folder }

  package let path: String
  /// Of a file it is open for writing.
  package let descriptor: Int32

  /// - Parameters:
  ///   - prefix: what stands before the number, with the folder.
  ///   - target: the path that the user knows, for messages.
  /// - Throws: `Failure` of kind `cannotWrite`.
  package init(_ kind: Kind, _ prefix: String, for target: String) throws {
    Self.removeDead(prefix)
    var number = Int(getpid())
    while true {
      let path = "\(prefix)\(number)"
      let descriptor = Self.make(kind, path)
      if descriptor < 0 {
        guard errno == EEXIST || errno == EAGAIN else { throw Failure.cannotWrite(target) }
        // Somebody else's, of the same process number elsewhere.
        number += errno == EEXIST ? 1 : 0
        continue
      }
      // Before it was locked it looked like one that a killed run left.
      let failure: Failure?
      if case .failed(let code) = FileLock(descriptor, waits: true) {
        failure = Failure(
          .cannotWrite, "cannot write \(target.escapedForTerminal()): \(FileLock.explanation(code))")
      } else {
        switch Self.isStill(path, descriptor) {
        case true?:
          self.path = path
          self.descriptor = descriptor
          return
        case false?: failure = nil
        case nil: failure = .cannotWrite(target)
        }
      }
      close(descriptor)
      if let failure {
        _ = kind == .file ? FileCall.unlink(path) : FileCall.rmdir(path)
        throw failure
      }
    }
  }

  deinit { close(descriptor) }

  /// - Returns: a descriptor, or a negative number with `errno` set: EAGAIN when another took a new folder for a dead one's
  ///   and removed it.
  private static func make(_ kind: Kind, _ path: String) -> Int32 {
    switch kind {
    case .file: return FileCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o640)
    case .folder:
      guard FileCall.mkdir(path, 0o750) else { return -1 }
      let descriptor = FileCall.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      if descriptor < 0, errno == ENOENT { errno = EAGAIN }
      return descriptor
    }
  }

  /// Removes what nobody writes any more.
  package static func removeDead(_ prefix: String) {
    let folder = OutputFile.folder(of: prefix)
    let start = prefix.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    // A folder that cannot be listed may be written to all the same.
    for name in (try? TextFile.names(in: folder)) ?? [] where name.hasPrefix(start) && isName(name) {
      remove("\(folder)/\(name)")
    }
  }

  /// Whether a file has the name that one has before it is whole.
  package static func isName(_ name: String) -> Bool {
    guard let mark = name.firstRange(of: ".staging-") else { return false }
    let process = name[mark.upperBound...].utf8
    return !process.isEmpty && process.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
  }

  private static func remove(_ path: String) {
    // Non-blocking, since what has such a name may be a pipe.
    let descriptor = FileCall.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard FileLock(descriptor) == .taken, isStill(path, descriptor) == true,
      FileCall.status(descriptor, &status)
    else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      // SQLite's journal, when it left one.
      FileCall.unlink("\(path)-journal")
      FileCall.unlink(path)
    case S_IFDIR:
      for name in (try? TextFile.names(in: path)) ?? [] { FileCall.unlink("\(path)/\(name)") }
      FileCall.rmdir(path)
    default: break
    }
  }

  /// Whether a path names what is open; `nil` with `errno` set where that cannot be looked at.
  private static func isStill(_ path: String, _ descriptor: Int32) -> Bool? {
    var (named, opened) = (stat(), stat())
    guard FileCall.status(descriptor, &opened) else { return nil }
    guard FileCall.linkStatus(path, &named) else { return errno == ENOENT ? false : nil }
    return named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
  }
}
