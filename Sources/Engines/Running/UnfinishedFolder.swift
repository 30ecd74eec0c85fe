import Files
import Glibc
import LogReading
import Prose

/// A folder that an engine writes into: it has its name only once it is whole.
///
/// Until then it stands beside that place, under a name nobody had before. Spark deletes what it finds where it writes,
/// and an engine that dies leaves what looks complete, so an engine never writes to a folder that was there already.
struct UnfinishedFolder: ~Copyable {
  /// The name it is to have.
  let path: String
  /// Where it is written, absolute.
  let staging: String
  /// Whether others than this user write in it.
  private let isShared: Bool
  /// What the umask leaves of all permissions of a folder.
  private let permissions: mode_t
  private var isDone = false

  /// - Parameter isShared: whether others than this user write in it, as executors of a cluster may. They get in as the
  ///   umask allows; otherwise only the owner does until the run is whole, and from then on its group, too.
  /// - Throws: `EngineError` of the kind `cannotWrite` when there is something of that name, or nothing can be written.
  init(_ path: String, isShared: Bool = false) throws {
    var status = stat()
    guard !FileCall.linkStatus(path, &status) else {
      throw EngineError(
        .cannotWrite, "\(path): exists already",
        advice: "name a folder that does not exist; an engine never writes into one that does")
    }
    let made = try NewFolder.make("\(path).unfinished-", for: path)
    let permissions = Self.permissions(below: made)
    // mkdtemp lets only the owner in.
    if isShared { FileCall.chmod(made, permissions) }
    guard let absolute = FileCall.realpath(made) else { throw EngineError.writing(path) }
    self.path = path
    self.isShared = isShared
    self.permissions = permissions
    staging = absolute
  }

  deinit { if !isDone { UnfinishedFolder.remove(staging) } }

  /// Gives the folder its name.
  mutating func publish() throws {
    if !isShared {
      try Self.close(staging)
      guard FileCall.chmod(staging, 0o750 & permissions) else { throw EngineError.writing(path) }
    }
    guard FileCall.rename(staging, path) else { throw EngineError.writing(path) }
    isDone = true
  }

  /// The folder of a relation.
  func place(of relation: Relation) -> String { "\(staging)/\(relation.rawValue)" }

  /// Publishes what `body` makes of the run; when it throws, keeps the engine's log beside the folder that is not to be.
  ///
  /// - Parameter log: its name in the folder.
  /// - Throws: what `body` throws, with where the log is.
  mutating func publish<Result>(
    keeping log: String, _ body: (borrowing UnfinishedFolder) throws -> Result
  ) throws -> Result {
    do {
      let result = try body(self)
      try publish()
      return result
    } catch let error as EngineError {
      throw error.naming(log: keep(log))
    }
  }

  /// Moves a log to `PATH.log`, or `PATH-2.log` and so on where somebody has that name.
  ///
  /// - Returns: where it is; `nil` when it could not be moved.
  private func keep(_ log: String) -> String? {
    for number in 1...1_000 {
      let other = number == 1 ? "\(path).log" : "\(path)-\(number).log"
      // The name is taken first, so that the rename replaces only a file of ours; not every file system has links or
      // other ways.
      let descriptor = FileCall.open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o640)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { return nil }
      Glibc.close(descriptor)
      if FileCall.rename("\(staging)/\(log)", other) { return other }
      FileCall.unlink(other)
      return nil
    }
    return nil
  }

  /// Removes files that are of no use once the run is whole.
  func remove(_ name: String) { Self.remove("\(staging)/\(name)") }

  /// Takes a folder, and all in it, from everybody but the owner and the group: engines set permissions as they like.
  private static func close(_ tree: String) throws {
    var status = stat()
    guard FileCall.linkStatus(tree, &status) else { throw EngineError.writing(tree) }
    guard status.st_mode & S_IFMT != S_IFLNK else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard FileCall.chmod(tree, status.st_mode & (isFolder ? 0o750 : 0o640)) else {
      throw EngineError.writing(tree)
    }
    guard isFolder else { return }
    guard let names = FolderList.names(in: tree, followsLink: false) else { throw EngineError.writing(tree) }
    for name in names { try close("\(tree)/\(name)") }
  }

  /// Found out by making a folder, since asking for the umask would change it for a moment, for all threads.
  private static func permissions(below folder: String) -> mode_t {
    let place = "\(folder)/_permissions"
    var status = stat()
    guard FileCall.mkdir(place, 0o777), FileCall.status(place, &status) else { return 0o700 }
    FileCall.rmdir(place)
    return status.st_mode & 0o777
  }

  private static func remove(_ tree: String) {
    // `remove` takes files, links and empty folders; a link to a folder is not followed. The path is ours since mkdtemp.
    if FileCall.remove(tree) { return }
    for name in FolderList.names(in: tree, followsLink: false) ?? [] { remove("\(tree)/\(name)") }
    FileCall.remove(tree)
  }
}

extension EngineError {
  /// Why the last system call on an output failed.
  static func writing(_ path: String) -> EngineError {
    let code = errno
    let reason = SystemReason.text(code)
    switch code {
    case ENOSPC, EDQUOT, EFBIG:
      return EngineError(.diskFull, "disk full: \(path): \(reason)", advice: "make room and run it again")
    case EIO:
      return EngineError(.deviceFailed, "\(path): \(reason)", advice: "run it again when the device works")
    default: return EngineError(.cannotWrite, "\(path): cannot write: \(reason)")
    }
  }
}
