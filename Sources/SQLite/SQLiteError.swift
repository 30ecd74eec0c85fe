internal import CSQLite

/// What SQLite refused, with its extended code; never with a bound value.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
  /// SQLite's extended result code.
  package var code: Int32
  /// SQLite's own words.
  package var message: String
  /// What was being done: the file, or the statement's text.
  package var context: String

  package var description: String { "\(context): \(message) (SQLite code \(code))" }

  /// The code without its extension: SQLITE_BUSY, SQLITE_FULL and so on.
  package var primaryCode: Int32 { code & 0xFF }
}
