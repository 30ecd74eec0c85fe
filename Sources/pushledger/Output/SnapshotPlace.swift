import CommandLineKit
import Glibc
import Snapshot

/// Where a snapshot is to stand, and what Datasette reads beside it.
struct SnapshotPlace {
  let path: String

  /// - Throws: `CommandFailure` with exit code 73 when something stands there that a snapshot must not replace.
  init(_ path: String) throws {
    self.path = path
    guard let obstacle = Self.obstacle(at: path) else { return }
    throw CommandFailure(
      .cannotWrite, "\(path.escapedForTerminal()): \(obstacle), which a snapshot does not replace",
      advice: "name another file")
  }

  /// The file's name without its ending, by which Datasette calls the database.
  var databaseName: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return name }
    return String(name[..<point])
  }

  /// `dashboards/push.db` has `dashboards/push.metadata.json` beside it.
  var metadataPath: String {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return "\(folder)\(databaseName).metadata.json"
  }

  /// Writes both files; a reader that has the former snapshot open goes on reading that.
  func write(_ snapshot: Snapshot) throws {
    try OutputFile.replace(path) { staging in try snapshot.write(to: staging) }
    try OutputFile.replace(
      metadataPath, with: DatasetteMetadata(snapshot, databaseName: databaseName).json)
  }

  /// What stands at a path that is neither a snapshot nor empty, in words.
  private static func obstacle(at path: String) -> String? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else { return "not a regular file" }
    guard status.st_size > 0 else { return nil }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return "a file that cannot be read" }
    defer { close(descriptor) }
    // SQLite's file format: 16 bytes of magic; the application's number, big-endian, at 68.
    var header = [UInt8](repeating: 0, count: 72)
    let count = unsafe header.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    let number = header[68...].reduce(0) { $0 << 8 | Int64($1) }
    let isSnapshot =
      count == 72 && number == Snapshot.applicationID && header.starts(with: "SQLite format 3\0".utf8)
    return isSnapshot ? nil : "a file of another kind"
  }
}
