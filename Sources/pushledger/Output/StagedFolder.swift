import CommandLineKit
import Glibc
import Ledger

/// Files that appear in a folder together: written beside, flushed, then renamed into place, the last one last.
///
/// A run that dies leaves the former files as they were.
struct StagedFolder: ~Copyable {
  private let path: String
  private let staging: String
  private var names: [String] = []

  /// Makes the folder when there is none, and an empty one inside for the new files.
  ///
  /// - Throws: `CommandFailure` with exit code 73.
  init(_ path: String) throws {
    self.path = path
    staging = "\(path)/.staging-\(getpid())"
    guard unsafe mkdir(path, 0o750) == 0 || errno == EEXIST, unsafe mkdir(staging, 0o750) == 0 else {
      throw CommandFailure.cannotWrite(path)
    }
  }

  deinit {
    // What was published is gone from here; the rest belongs to a run that failed.
    for name in names { unsafe unlink("\(staging)/\(name)") }
    unsafe rmdir(staging)
  }

  mutating func write(_ bytes: [UInt8], to name: String) throws {
    names.append(name)
    try OutputFile.write(bytes, to: "\(staging)/\(name)", for: "\(path)/\(name)")
  }

  /// Puts all files into place, in the order in which they were written.
  func publish() throws {
    for name in names {
      guard unsafe rename("\(staging)/\(name)", "\(path)/\(name)") == 0 else {
        throw CommandFailure.cannotWrite("\(path)/\(name)")
      }
    }
    try FolderNames.flush(path)
  }
}

/// A file that is whole or not there.
enum OutputFile {
  /// Replaces a file by new content; a reader sees the old or the new, never a part.
  static func replace(_ path: String, with bytes: [UInt8]) throws {
    let staging = "\(path).staging-\(getpid())"
    do { try write(bytes, to: staging, for: path) } catch {
      unsafe unlink(staging)
      throw error
    }
    try rename(staging, to: path)
  }

  /// Replaces a file by what `fill` writes into an empty one beside it, whose path it is given.
  static func replace(_ path: String, by fill: (String) throws -> Void) throws {
    let staging = "\(path).staging-\(getpid())"
    do {
      try write([], to: staging, for: path)
      try fill(staging)
      try flush(file: staging, for: path)
    } catch {
      // SQLite's journal, when it left one.
      unsafe unlink("\(staging)-journal")
      unsafe unlink(staging)
      throw error
    }
    try rename(staging, to: path)
  }

  private static func rename(_ staging: String, to path: String) throws {
    guard unsafe Glibc.rename(staging, path) == 0 else {
      let failure = CommandFailure.cannotWrite(path)
      unsafe unlink(staging)
      throw failure
    }
    try FolderNames.flush(folder(of: path))
  }

  /// The folder that a file is in.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// A path without links and detours, even when nothing is there yet; `nil` when its folder is not there either.
  static func resolved(_ path: String) -> String? {
    if let place = real(path) { return place }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    return real(folder(of: trimmed)).map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" }
  }

  private static func real(_ path: String) -> String? {
    // With a null second argument `realpath` allocates the result, which is ours to free.
    guard let place = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(place) }
    return unsafe String(cString: place)
  }

  /// Whether a file has the name that one has before it is whole.
  static func isStaged(_ name: String) -> Bool {
    guard let mark = name.firstRange(of: ".staging-") else { return false }
    let process = name[mark.upperBound...].utf8
    return !process.isEmpty && process.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Writes a new file and waits until it is on the disk.
  ///
  /// - Parameter target: the path that the user knows, for messages.
  static func write(_ bytes: [UInt8], to path: String, for target: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o640)
    guard descriptor >= 0 else { throw CommandFailure.cannotWrite(target) }
    defer { close(descriptor) }
    try DescriptorWriter(descriptor: descriptor, name: target).write(bytes.span)
    guard fsync(descriptor) == 0 else { throw CommandFailure.cannotWrite(target) }
  }

  /// Waits until a file that somebody else wrote is on the disk.
  static func flush(file: String, for target: String) throws {
    let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw CommandFailure.cannotWrite(target) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw CommandFailure.cannotWrite(target) }
  }
}
