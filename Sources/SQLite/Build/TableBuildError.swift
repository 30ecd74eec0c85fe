import Files

/// Why a table could not be built.
package enum TableBuildError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file or the table is not of the kind that is built here.
  case unsuitable(path: String, why: String)
  /// A row takes more bytes than a page keeps of it.
  case rowTooLong(limit: Int)
  /// A row's key is not greater than the one before.
  case notAscending
  /// Reading or writing failed with this `errno`; 0 for a file that ended early.
  case io(path: String, code: Int32)

  package var description: String {
    switch self {
    case .unsuitable(let path, let why): "\(path): \(why)"
    case .rowTooLong(let limit): "a row takes more than the \(limit) bytes that a page keeps of it"
    case .notAscending: "the rows of a table are not in ascending order of their keys"
    case .io(let path, 0): "\(path): the file ended early"
    case .io(let path, let code): "\(path): \(SystemReason.text(code))"
    }
  }
}
