import CSQLite
package import ReceiptModel

extension Statement {
  /// Compiles the first statement of a text.
  ///
  /// - Returns: the statement, or `nil` when the text holds nothing but blanks and comments; and what follows it.
  static func first(of sql: String, in database: Database) throws -> FirstStatement {
    var compiled: OpaquePointer?
    var consumed = 0
    let code = unsafe sql.withCString { start in
      var tail: UnsafePointer<CChar>?
      let code = unsafe sqlite3_prepare_v2(database.handle, start, -1, &compiled, &tail)
      if let tail = unsafe tail { consumed = unsafe tail - start }
      return code
    }
    guard code == SQLITE_OK else { throw database.error(sql) }
    let rest = String(decoding: sql.utf8.dropFirst(consumed), as: UTF8.self)
    guard let handle = unsafe compiled else { return FirstStatement(statement: nil, rest: rest) }
    return unsafe FirstStatement(statement: Statement(database, owning: handle), rest: rest)
  }

  /// Whether the statement leaves the file alone, in SQLite's eyes.
  var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

  /// The value in a column of the current row.
  package func cell(_ column: Int) -> Cell {
    switch type(column) {
    case .null: .null
    case .integer: .integer(integer(column))
    case .real: .real(double(column))
    case .text: .text(text(column))
    case .blob: .blob(blob(column))
    }
  }

  /// Binds a value; `false` when it is longer than a value may be.
  package func bind(_ value: Cell, at index: Int) -> Bool {
    switch value {
    case .null: bindNull(at: index)
    case .integer(let integer): bind(integer, at: index)
    case .real(let real): bind(real, at: index)
    case .text(let text):
      guard text.utf8.count <= QueryLimits.value else { return false }
      bind(text, at: index)
    case .blob(let blob):
      guard blob.count <= QueryLimits.value else { return false }
      bind(blob: blob, at: index)
    }
    return true
  }
}

/// The first statement of a text, and the text after it.
struct FirstStatement: ~Copyable {
  let statement: Statement?
  let rest: String
}
