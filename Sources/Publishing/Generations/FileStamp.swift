import Files
import Glibc

/// What is never the same again once a file was written to, or another took its place.
struct FileStamp {
  private let inode: UInt
  private let size: Int
  /// When the file was last changed, by the system, which no program sets; it moves in steps of some milliseconds.
  private let changed: (seconds: Int, nanoseconds: Int)

  /// - Returns: `nil` for what cannot be looked at.
  init?(_ path: String) {
    var status = stat()
    guard FileCall.status(path, &status) else { return nil }
    (inode, size) = (status.st_ino, status.st_size)
    changed = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
  }

  /// Equal stamps have equal words.
  var text: String { "\(inode) \(size) \(changed.seconds) \(changed.nanoseconds)" }

  /// Whether the file was last changed before another was, and not within the same step.
  func isOlder(than other: FileStamp) -> Bool { changed < other.changed }
}
