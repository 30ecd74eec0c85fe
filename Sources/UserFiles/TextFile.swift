package import CommandLineKit
import Files
import Glibc
import LogReading

/// Reads small files that a user names.
package enum TextFile {
  /// The names of what is in a folder, sorted by bytes.
  ///
  /// - Throws: `CommandFailure` with exit code 66, 74 or 77.
  package static func names(in folder: String) throws(CommandFailure) -> [String] {
    guard let names = FolderList.names(in: folder) else { throw unreadable(folder, errno) }
    return names
  }

  /// The text of a file, or of standard input when the path is `-`.
  ///
  /// - Parameter kind: what the file should be, for messages.
  /// - Throws: `CommandFailure` with exit code 66, 74 or 77, or 64 for what is larger than `limit` or no UTF-8.
  package static func read(_ path: String, limit: Int, of kind: String = "query") throws(CommandFailure)
    -> String
  {
    let bytes: [UInt8]
    do { bytes = try SmallFile.read(path, limit: limit, allowingStandardInput: true) } catch {
      switch error {
      case .unreadable(let number): throw unreadable(path, number)
      case .refused(let reason): throw CommandFailure(.permission, "\(path.escapedForTerminal()): \(reason)")
      case .tooLarge:
        throw CommandFailure(
          .usage, "\(path.escapedForTerminal()): larger than \(limit / 1024) KiB, so no \(kind)")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, "\(path.escapedForTerminal()): not valid UTF-8")
    }
    return text
  }

  private static func unreadable(_ path: String, _ number: Int32) -> CommandFailure {
    CommandFailure(
      InputError(openErrno: number).exitCode, "\(path.escapedForTerminal()): \(SystemReason.text(number))")
  }
}
