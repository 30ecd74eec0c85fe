/// A database without a row that has the relations which may be named, and no others.
///
/// A view of the store may read what a query may not, and SQLite's authorizer cannot tell who asks: a `WITH` names its
/// part as it likes, and is asked for by that name. What compiles here has named nothing else; and what does not is
/// refused in words that tell nothing of the store.
final class QueryVocabulary {
  private let database: Database
  private let authorizer: QueryAuthorizer

  init(_ words: QueryWords, memory: Int) throws {
    database = try Database(path: ":memory:", mode: .memory)
    try QueryConnection.flip(database)
    for relation in words.relations ?? [] {
      let columns = relation.columns.map { "\"\($0)\"" }.joined(separator: ", ")
      try database.execute("CREATE TABLE \"\(relation.name)\"(\(columns))")
    }
    for function in words.functions { try database.register(function) }
    authorizer = try QueryAuthorizer(of: database, words)
    try QueryConnection.restrict(database, memory: memory)
    try authorizer.install(on: database)
  }

  /// Compiles the first statement of a text.
  ///
  /// - Throws: `SQLiteError`.
  func check(_ sql: String) throws { _ = try Statement.first(of: sql, in: database).statement }
}
