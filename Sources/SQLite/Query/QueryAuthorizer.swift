import CSQLite

/// What a query may do: select, read tables of the store, and call functions that have no effect.
///
/// This is the wall. A read-only connection still writes with `VACUUM INTO`, attaches other files and changes its
/// own settings; SQLite asks the authorizer about each of these while it compiles.
package final class QueryAuthorizer {
  /// Tables and views of the store, in lower case; no virtual ones.
  private let tables: Set<String>
  /// Modules of virtual tables that can be named without being created, in lower case.
  private let modules: Set<String>
  private let functions: Set<String>
  /// Those that stand before others, in lower case.
  private let ownTables: Set<String>
  /// Above 0 while statements are compiled that nobody typed.
  var trusts = 0

  /// Looks up what the store holds; before `install`, which would forbid looking.
  ///
  /// - Parameter words: what may be named beside the store's tables and SQLite's functions.
  init(of database: Database, _ words: QueryWords) throws {
    functions = Self.functions.union(words.functions.map(\.name))
    ownTables = Set(words.tables.map { $0.name.lowercased() })
    // A virtual table has no root page.
    let named = "SELECT lower(name) FROM sqlite_schema WHERE type = 'view' OR type = 'table' AND rootpage > 0"
    tables = try Set(Self.names(database, named)).union(["sqlite_schema", "sqlite_master"])
    modules = try Set(Self.names(database, "SELECT lower(name) FROM pragma_module_list"))
    // A table function is set up when it is first named, for which SQLite asks leave to update `sqlite_master`. The
    // allowed ones are named here; that leave is never given, so the others cannot even be set up.
    for function in Self.tableFunctions { _ = try database.integer("SELECT count(*) FROM \(function)('[]')") }
  }

  /// Makes SQLite ask this authorizer, which must live as long as the connection compiles.
  func install(on database: Database) throws {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let code = unsafe sqlite3_set_authorizer(
      database.handle,
      { context, action, first, second, schema, _ in
        guard let context = unsafe context else { return SQLITE_DENY }
        // The gate holds the authorizer for as long as it holds the connection.
        let authorizer = unsafe Unmanaged<QueryAuthorizer>.fromOpaque(context).takeUnretainedValue()
        let allowed = unsafe authorizer.allows(
          action, first.map { unsafe String(cString: $0) }, second.map { unsafe String(cString: $0) },
          schema: schema.map { unsafe String(cString: $0) })
        return allowed ? SQLITE_OK : SQLITE_DENY
      }, context)
    guard code == SQLITE_OK else { throw database.error("install the authorizer") }
  }

  /// Answers one question of SQLite's; the arguments mean what `sqlite3_set_authorizer` documents per action.
  private func allows(_ action: Int32, _ first: String?, _ second: String?, schema: String?) -> Bool {
    if trusts > 0 { return true }
    return switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE:
      true
    case SQLITE_FUNCTION:
      second.map { functions.contains($0.lowercased()) } ?? false
    case SQLITE_READ:
      first.map { mayRead($0.lowercased(), column: second ?? "", schema: schema) } ?? false
    default:
      false
    }
  }

  private func mayRead(_ table: String, column: String, schema: String?) -> Bool {
    if schema == "temp" { return ownTables.contains(table) }
    guard schema == nil || schema == "main" else { return false }
    if tables.contains(table) || Self.tableFunctions.contains(table) { return true }
    // Without a column SQLite also asks about the query's own names: `WITH a AS (…) SELECT count(*) FROM a`.
    return column.isEmpty && !modules.contains(table) && !table.hasPrefix("pragma_")
      && !table.hasPrefix("sqlite_")
  }

  private static func names(_ database: Database, _ sql: String) throws -> [String] {
    let statement = try database.prepare(sql)
    var names: [String] = []
    while try statement.step() { names.append(statement.text(0)) }
    return names
  }
}

extension QueryAuthorizer {
  /// Table functions that only take their arguments apart.
  private static let tableFunctions: Set<String> = ["json_each", "json_tree"]

  /// Functions that compute a value from their arguments and nothing else.
  ///
  /// Left out on purpose: `printf` and `format` (one call can run for seconds), `randomblob` and `zeroblob` (memory
  /// for nothing), `random` (the same question must have the same answer), `load_extension`, `fts3_tokenizer`.
  package static let functions: Set<String> = [
    // Aggregates.
    "avg", "count", "group_concat", "max", "min", "sum", "total",
    // Windows.
    "cume_dist", "dense_rank", "first_value", "lag", "last_value", "lead", "nth_value", "ntile",
    "percent_rank", "rank", "row_number",
    // Choices and types.
    "coalesce", "ifnull", "iif", "likelihood", "likely", "nullif", "typeof", "unlikely",
    // Text.
    "char", "glob", "hex", "instr", "length", "like", "lower", "ltrim", "quote", "replace", "rtrim", "substr",
    "substring", "trim", "unicode", "upper",
    // Times.
    "date", "datetime", "julianday", "strftime", "time", "unixepoch",
    // Numbers; all but the first three where SQLite was built with them.
    "abs", "round", "sign",
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos", "cosh", "degrees",
    "exp", "floor", "ln", "log", "log10", "log2", "mod", "pi", "pow", "power", "radians", "sin", "sinh",
    "sqrt",
    "tan", "tanh", "trunc",
    // JSON.
    "->", "->>", "json", "json_array", "json_array_length", "json_extract", "json_group_array",
    "json_group_object", "json_object", "json_quote", "json_type", "json_valid",
  ]
}
