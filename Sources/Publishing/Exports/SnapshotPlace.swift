import Files
import Glibc
import Prose
import SQLite
package import Snapshot
import UserFiles

/// Where a snapshot is to stand, and what Datasette reads beside it.
package struct SnapshotPlace {
  package let path: String

  /// - Throws: `Failure` of kind `cannotWrite` when something stands there that a snapshot must not replace.
  package init(_ path: String) throws {
    self.path = path
    guard let obstacle = Self.obstacle(at: path) else { return }
    throw Failure(
      .cannotWrite, "\(path.escapedForTerminal()): \(obstacle), which a snapshot does not replace",
      advice: "name another file")
  }

  /// The file's name without its ending, by which Datasette calls the database.
  package var databaseName: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return name }
    return String(name[..<point])
  }

  /// `dashboards/push.db` has `dashboards/push.metadata.json` beside it.
  package var metadataPath: String {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return "\(folder)\(databaseName).metadata.json"
  }

  /// Writes both files; a reader that has the former snapshot open goes on reading the former.
  package func write(_ snapshot: Snapshot) throws {
    try OutputFile.replace(path) { staging in try snapshot.write(to: staging) }
    try OutputFile.replace(
      metadataPath, with: DatasetteMetadata(snapshot, databaseName: databaseName).json)
  }

  /// What stands at a path, in words, when it is neither a snapshot nor empty.
  private static func obstacle(at path: String) -> Phrase? {
    var status = stat()
    // A place that cannot be looked at cannot be written to either, and writing says so.
    guard FileCall.linkStatus(path, &status) else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else { return "not a regular file" }
    guard status.st_size > 0 else { return nil }
    let descriptor = FileCall.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return "a file that cannot be read" }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: ApplicationID.headLength)
    let isSnapshot =
      SystemCall.read(into: &head, from: descriptor) == head.count
      && ApplicationID.of(head) == Snapshot.applicationID
    return isSnapshot ? nil : "a file of another kind"
  }
}
