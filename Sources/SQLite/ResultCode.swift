import CSQLite

/// What SQLite says of a call, by name, as <https://www.sqlite.org/rescode.html> lists them.
///
/// In a pattern a primary code stands for all that extend it: `case .ioError` takes `.cannotDelete`, too.
package struct ResultCode: RawRepresentable, Hashable, Sendable {
  /// SQLite's number.
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// A code that extends another, which the C header composes in a way that Swift does not import.
  private init(_ primary: ResultCode, _ number: Int32) {
    rawValue = primary.rawValue | number << 8
  }

  /// The code without its extension.
  package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  package static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
    pattern == code || pattern == code.primary
  }
}

extension ResultCode {
  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  package static let permission = ResultCode(rawValue: SQLITE_PERM)
  package static let busy = ResultCode(rawValue: SQLITE_BUSY)
  package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  package static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  package static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
  package static let ioError = ResultCode(rawValue: SQLITE_IOERR)
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  package static let notAuthorized = ResultCode(rawValue: SQLITE_AUTH)
  package static let outOfRange = ResultCode(rawValue: SQLITE_RANGE)
  package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
}

extension ResultCode {
  /// A write-ahead log must be recovered, by a connection that may write.
  package static let readOnlyRecovery = ResultCode(.readOnly, 1)
  /// A lock of a write-ahead log cannot be had.
  package static let readOnlyCannotLock = ResultCode(.readOnly, 2)
  /// A journal must be played back, by a connection that may write.
  package static let readOnlyRollback = ResultCode(.readOnly, 3)
  /// The file is no longer under its name.
  package static let moved = ResultCode(.readOnly, 4)
  /// A file could not be removed.
  package static let cannotDelete = ResultCode(.ioError, 10)
  /// The file is a symbolic link.
  package static let cannotOpenLink = ResultCode(.cannotOpen, 6)

  /// Whether a killed writer left something beside the file that only a writer can undo.
  package var needsRecovery: Bool {
    [.readOnlyRecovery, .readOnlyCannotLock, .readOnlyRollback].contains(self)
  }
}
