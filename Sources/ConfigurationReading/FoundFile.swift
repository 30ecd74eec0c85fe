import Files
import Glibc
import Prose

/// A file that a command found in its place and that nobody named.
package enum FoundFile {
  /// Why a file is found but not used, since somebody else had a hand in it; `nil` when that is nobody but its reader and root.
  ///
  /// - Parameters:
  ///   - status: of the file when it was opened.
  ///   - path: where it was found; a link there has an owner, too.
  static func distrust(of status: stat, at path: String) -> Phrase? {
    var found = stat()
    // The call fills the struct it is given.
    guard FileCall.linkStatus(path, &found), isOwn(status), isOwn(found) else {
      return """
        found but not used, because it belongs to another user, who could lead this program to any file
        """
    }
    guard status.st_mode & S_IWOTH != 0 else { return nil }
    return """
      found but not used, because it can be written by other users, who could lead this program to any file
      """
  }

  private static func isOwn(_ status: stat) -> Bool { status.st_uid == geteuid() || status.st_uid == 0 }
}
