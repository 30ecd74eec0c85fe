import CSQLite

extension Database {
  /// Makes a pure function of one integer callable in this connection's SQL; NULL gives NULL.
  package func register(function name: String, _ body: @escaping @Sendable (Int64) -> Int64) throws {
    let box = unsafe Unmanaged.passRetained(FunctionBox(body)).toOpaque()
    let code = unsafe sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, box,
      { context, _, arguments in
        guard let data = unsafe sqlite3_user_data(context), let argument = unsafe arguments?[0],
          unsafe sqlite3_value_type(argument) != SQLITE_NULL
        else { return unsafe sqlite3_result_null(context) }
        // SQLite keeps the box until it calls the destructor below.
        let body = unsafe Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue().body
        unsafe sqlite3_result_int64(context, body(sqlite3_value_int64(argument)))
      }, nil, nil,
      { data in if let data = unsafe data { unsafe Unmanaged<FunctionBox>.fromOpaque(data).release() } })
    guard code == SQLITE_OK else { throw error("register \(name)") }
  }
}

private final class FunctionBox: Sendable {
  let body: @Sendable (Int64) -> Int64

  init(_ body: @escaping @Sendable (Int64) -> Int64) { self.body = body }
}
