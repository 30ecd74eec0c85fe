import Files
import Glibc

/// A file that a command found in its place and that nobody named.
package enum FoundFile {
  /// Who else had a hand in a file, in words that go on after "it"; `nil` when that is nobody but its reader and root.
  ///
  /// - Parameters:
  ///   - status: of the file when it was opened.
  ///   - path: where it was found; a link there has an owner, too.
  static func distrust(of status: stat, at path: String) -> String? {
    var found = stat()
    // The call fills the struct it is given.
    guard FileCall.linkStatus(path, &found), isOwn(status), isOwn(found) else {
      return "belongs to another user"
    }
    return status.st_mode & S_IWOTH == 0 ? nil : "can be written by other users"
  }

  private static func isOwn(_ status: stat) -> Bool { status.st_uid == geteuid() || status.st_uid == 0 }
}
