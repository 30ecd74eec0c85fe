import Files
import Glibc
import LogReading
package import Prose

/// Reads small files that a user names.
package enum TextFile {
  /// The names of what is in a folder, sorted by bytes.
  ///
  /// - Throws: `Failure` of kind `inputMissing`, `ioError` or `permission`.
  package static func names(in folder: String) throws(Failure) -> [String] {
    guard let names = FolderList.names(in: folder) else { throw unreadable(folder, errno) }
    return names
  }

  /// The text of a file, or of standard input when the path is `-`.
  ///
  /// - Parameter kind: what a larger file cannot be, for messages.
  /// - Throws: `Failure` of kind `inputMissing`, `ioError` or `permission`, or `usage` for what is larger than `limit`
  ///   or no UTF-8.
  package static func read(_ path: String, limit: Int, beyondIs kind: Phrase = "no query") throws(Failure)
    -> String
  {
    let bytes: [UInt8]
    do { bytes = try SmallFile.read(path, limit: limit, allowingStandardInput: true) } catch {
      switch error {
      case .unreadable(let number): throw unreadable(path, number)
      case .refused(let reason): throw Failure(.permission, "\(path.escapedForTerminal()): \(reason)")
      case .tooLarge:
        throw Failure(
          .usage, "\(path.escapedForTerminal()): larger than \(figure: "\(limit / 1024)") KiB, so \(kind)")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.usage, "\(path.escapedForTerminal()): not valid UTF-8")
    }
    return text
  }

  private static func unreadable(_ path: String, _ number: Int32) -> Failure {
    Failure(
      InputError(openErrno: number).kind, "\(path.escapedForTerminal()): \(SystemReason.text(number))")
  }
}
