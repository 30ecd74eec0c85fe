import Files
import Glibc

/// What the system knows a file by, whatever names and links lead to it.
package struct FileNumber: Hashable {
  private let device: UInt
  private let inode: UInt

  /// - Returns: `nil` for what cannot be looked at.
  package init?(_ path: [UInt8]) {
    guard let status = FileCall.status(of: path, followingLinks: true) else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}
