/// The way that a table of the program's own has to the store, past the wall for typed SQL.
///
/// It is made with the gate and belongs to its connection, which the tables must not keep open.
package final class QueryAccess {
  package unowned let database: Database
  weak var authorizer: QueryAuthorizer?
  /// Of the question that runs.
  weak var deadline: QueryDeadline?
  private let temporary: TemporaryFiles

  init(_ database: Database, _ temporary: TemporaryFiles) {
    self.database = database
    self.temporary = temporary
  }

  /// Where temporary files may be made; `nil` where the ledger's folder may not be written to.
  package var temporaryFolder: String? { temporary.folder }

  /// Counts bytes of a temporary file as if SQLite wrote them.
  ///
  /// - Throws: `SQLiteError` when they are too many.
  package func takeTemporary(bytes: Int) throws {
    temporary.take(bytes: bytes)
    guard temporary.isOverLimit else { return }
    throw SQLiteError(code: .full, message: "database or disk is full", context: database.path)
  }

  /// Compiles and runs statements that nobody typed.
  package func trusted<Result>(_ body: (Database) throws -> Result) rethrows -> Result {
    authorizer?.trusts += 1
    defer { authorizer?.trusts -= 1 }
    return try body(database)
  }

  /// Call it wherever many rows may be passed by without SQLite, which has an eye on the time.
  ///
  /// - Throws: `SQLiteError` once the question's time is over.
  package func checkTime() throws {
    guard deadline?.isOver == true else { return }
    throw SQLiteError.interrupted(database.path)
  }
}

/// A table of the program's own that a question may name.
package struct QueryTable: Sendable {
  let name: String
  /// Gives `nil` where the store has to be read by SQL alone.
  let make: @Sendable (QueryAccess) throws -> (any VirtualTable)?

  package init(
    _ name: String, _ make: @escaping @Sendable (QueryAccess) throws -> (any VirtualTable)?
  ) {
    self.name = name
    self.make = make
  }
}
