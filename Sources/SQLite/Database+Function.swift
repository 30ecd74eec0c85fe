import CSQLite
import ReceiptModel

extension Database {
  /// Makes a function callable in this connection's SQL.
  package func register(_ function: SQLFunction) throws {
    let box = unsafe Unmanaged.passRetained(FunctionBox(function.body)).toOpaque()
    let (count, flags) = (Int32(function.argumentCount), SQLITE_UTF8 | SQLITE_DETERMINISTIC)
    let code =
      switch function.body {
      case .value:
        unsafe sqlite3_create_function_v2(handle, function.name, count, flags, box, call, nil, nil, release)
      case .aggregate:
        unsafe sqlite3_create_function_v2(
          handle, function.name, count, flags, box, nil, step, finish, release)
      }
    guard code == SQLITE_OK else { throw error("register \(function.name)") }
  }
}

private final class FunctionBox: Sendable {
  let body: SQLFunction.Body

  init(_ body: SQLFunction.Body) { self.body = body }
}

/// The group that an aggregate is adding up.
private final class Group {
  let aggregate: any SQLFunction.Aggregate

  init(_ aggregate: any SQLFunction.Aggregate) { self.aggregate = aggregate }
}

// SQLite keeps the box until it calls `release`, and the memory of a group until `finish` returns.

private func release(_ data: UnsafeMutableRawPointer?) {
  if let data = unsafe data { unsafe Unmanaged<FunctionBox>.fromOpaque(data).release() }
}

private func body(of context: OpaquePointer?) -> SQLFunction.Body? {
  guard let data = unsafe sqlite3_user_data(context) else { return nil }
  return unsafe Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue().body
}

private func call(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard case .value(let body) = unsafe body(of: context) else { return }
  do throws(SQLFunction.Refusal) {
    unsafe give(try body([Cell](count, arguments)), to: context)
  } catch { unsafe refuse(error, to: context) }
}

private func step(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard case .aggregate(let make) = unsafe body(of: context) else { return }
  guard let place = unsafe group(of: context, isMade: true) else {
    return unsafe sqlite3_result_error_nomem(context)
  }
  if unsafe place.pointee == nil {
    unsafe place.pointee = Unmanaged.passRetained(Group(make())).toOpaque()
  }
  guard let group = unsafe place.pointee else { return }
  do throws(SQLFunction.Refusal) {
    try unsafe Unmanaged<Group>.fromOpaque(group).takeUnretainedValue().aggregate.add(
      [Cell](count, arguments))
  } catch { unsafe refuse(error, to: context) }
}

private func finish(_ context: OpaquePointer?) {
  guard case .aggregate(let make) = unsafe body(of: context) else { return }
  // A group without rows has no memory.
  let place = unsafe group(of: context, isMade: false)
  let group = unsafe place?.pointee.map { unsafe Unmanaged<Group>.fromOpaque($0).takeRetainedValue() }
  unsafe place?.pointee = nil
  do throws(SQLFunction.Refusal) {
    unsafe give(try (group?.aggregate ?? make()).value(), to: context)
  } catch { unsafe refuse(error, to: context) }
}

private func group(of context: OpaquePointer?, isMade: Bool)
  -> UnsafeMutablePointer<UnsafeMutableRawPointer?>?
{
  let size = unsafe isMade ? Int32(MemoryLayout<UnsafeMutableRawPointer?>.size) : 0
  return unsafe sqlite3_aggregate_context(context, size)?.assumingMemoryBound(
    to: UnsafeMutableRawPointer?.self)
}

extension [Cell] {
  /// The values that SQLite hands to a function or to a virtual table.
  init(_ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    unsafe self = UnsafeBufferPointer(start: values, count: Int(count)).map { value -> Cell in
      return switch unsafe sqlite3_value_type(value) {
      case SQLITE_INTEGER: unsafe .integer(sqlite3_value_int64(value))
      case SQLITE_FLOAT: unsafe .real(sqlite3_value_double(value))
      case SQLITE_TEXT: unsafe .text(String(decoding: bytes(of: value), as: UTF8.self))
      case SQLITE_BLOB: unsafe .blob(bytes(of: value))
      default: .null
      }
    }
  }
}

private func bytes(of value: OpaquePointer?) -> [UInt8] {
  // First the bytes and then their number, as SQLite asks; it keeps them until the call is over.
  guard let start = unsafe sqlite3_value_blob(value) else { return [] }
  return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
}

private func give(_ cell: Cell, to context: OpaquePointer?) {
  switch cell {
  case .null: unsafe sqlite3_result_null(context)
  case .integer(let value): unsafe sqlite3_result_int64(context, value)
  case .real(let value): unsafe sqlite3_result_double(context, value)
  case .text(let text):
    unsafe csqlite_result_text_copy(context, text, sqlite3_uint64(text.utf8.count))
  case .blob(let blob): unsafe csqlite_result_blob_copy(context, blob, sqlite3_uint64(blob.count))
  }
}

private func refuse(_ refusal: SQLFunction.Refusal, to context: OpaquePointer?) {
  switch refusal {
  case .words(let words): unsafe sqlite3_result_error(context, words, -1)
  case .memory: unsafe sqlite3_result_error_nomem(context)
  }
}
