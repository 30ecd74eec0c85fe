import CSQLite
import ReceiptModel

extension Database {
  /// Makes a table known to this connection, before others of the same name.
  package func add(_ table: any VirtualTable, as name: String) throws {
    let box = unsafe Unmanaged.passRetained(TableBox(table)).toOpaque()
    let code = unsafe sqlite3_create_module_v2(handle, "virtual_\(name)", VirtualModule.functions, box) {
      box in
      if let box = unsafe box { unsafe Unmanaged<TableBox>.fromOpaque(box).release() }
    }
    guard code == SQLITE_OK else { throw error("register \(name)") }
    try execute("CREATE VIRTUAL TABLE temp.\(name) USING virtual_\(name)")
  }
}

/// Where the value of a column goes.
@safe package struct VirtualResult {
  private let context: OpaquePointer

  init(_ context: OpaquePointer) { unsafe self.context = unsafe context }

  package func null() { unsafe sqlite3_result_null(context) }

  package func integer(_ value: Int64) { unsafe sqlite3_result_int64(context, value) }

  package func integer(_ value: Int64?) {
    if let value { integer(value) } else { null() }
  }

  package func real(_ value: Double?) {
    if let value { unsafe sqlite3_result_double(context, value) } else { null() }
  }

  package func text(_ bytes: [UInt8]?) {
    if let bytes { text(bytes.span) } else { null() }
  }

  package func text(_ bytes: Span<UInt8>) {
    // Copied before the call returns.
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return unsafe sqlite3_result_text(context, "", 0, nil) }
      unsafe csqlite_result_text_copy(
        context, start.assumingMemoryBound(to: CChar.self), sqlite3_uint64(bytes.count))
    }
  }
}

/// A table with the plans that SQLite may still come back to.
private final class TableBox {
  let table: any VirtualTable
  private var plans: [VirtualPlan] = []

  init(_ table: any VirtualTable) { self.table = table }

  func keep(_ plan: VirtualPlan) -> Int32 {
    plans.append(plan)
    return Int32(plans.count - 1)
  }

  func plan(_ number: Int32) -> VirtualPlan { plans[Int(number)] }
}

private final class CursorBox {
  let cursor: any VirtualCursor

  init(_ cursor: any VirtualCursor) { self.cursor = cursor }
}

/// The callbacks; each struct begins with SQLite's own, as SQLite requires.
private enum VirtualModule {
  @unsafe struct Table {
    var base = unsafe sqlite3_vtab()
    var box: Unmanaged<TableBox>

    static func of(_ base: UnsafeMutablePointer<sqlite3_vtab>?) -> UnsafeMutablePointer<Table>? {
      unsafe UnsafeMutableRawPointer(base)?.assumingMemoryBound(to: Table.self)
    }
  }

  @unsafe struct Cursor {
    var base = unsafe sqlite3_vtab_cursor()
    var box: Unmanaged<CursorBox>

    static func of(_ base: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> UnsafeMutablePointer<Cursor>? {
      unsafe UnsafeMutableRawPointer(base)?.assumingMemoryBound(to: Cursor.self)
    }
  }

  /// Never freed: a connection calls `xDisconnect` through it as late as when it closes.
  nonisolated(unsafe) static let functions: UnsafeMutablePointer<sqlite3_module> = {
    let memory = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    unsafe memory.initialize(to: module)
    return unsafe memory
  }()

  private static var module: sqlite3_module {
    var module = sqlite3_module()
    module.iVersion = 1
    unsafe module.xCreate = { database, box, _, _, table, _ in
      unsafe VirtualModule.connect(database, box, table)
    }
    unsafe module.xConnect = { database, box, _, _, table, _ in
      unsafe VirtualModule.connect(database, box, table)
    }
    unsafe module.xDisconnect = { table in unsafe VirtualModule.disconnect(table) }
    unsafe module.xDestroy = { table in unsafe VirtualModule.disconnect(table) }
    unsafe module.xBestIndex = { table, info in
      guard let table = unsafe Table.of(table), let info = unsafe info else { return SQLITE_MISUSE }
      unsafe VirtualModule.answer(info, table.pointee.box.takeUnretainedValue())
      return SQLITE_OK
    }
    unsafe module.xOpen = { table, cursor in
      guard let table = unsafe Table.of(table) else { return SQLITE_MISUSE }
      do {
        let box = try CursorBox(unsafe table.pointee.box.takeUnretainedValue().table.open())
        let memory = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
        unsafe memory.initialize(to: Cursor(box: Unmanaged.passRetained(box)))
        unsafe cursor?.pointee = UnsafeMutableRawPointer(memory).assumingMemoryBound(
          to: sqlite3_vtab_cursor.self)
        return SQLITE_OK
      } catch { return unsafe VirtualModule.note(error, in: &table.pointee.base) }
    }
    unsafe module.xClose = { cursor in
      guard let cursor = unsafe Cursor.of(cursor) else { return SQLITE_MISUSE }
      unsafe cursor.pointee.box.release()
      unsafe cursor.deallocate()
      return SQLITE_OK
    }
    unsafe module.xFilter = { cursor, number, _, count, values in
      unsafe VirtualModule.running(cursor) { cursor in
        guard let table = unsafe Table.of(cursor.pointee.base.pVtab) else { return }
        let plan = unsafe table.pointee.box._withUnsafeGuaranteedRef { $0.plan(number) }
        let values = unsafe [Cell](count, values)
        try unsafe cursor.pointee.box._withUnsafeGuaranteedRef { try $0.cursor.begin(plan, values) }
      }
    }
    unsafe module.xNext = { cursor in
      unsafe VirtualModule.running(cursor) { cursor in
        try unsafe cursor.pointee.box._withUnsafeGuaranteedRef { try $0.cursor.advance() }
      }
    }
    unsafe module.xEof = { cursor in
      guard let cursor = unsafe Cursor.of(cursor) else { return 1 }
      return unsafe cursor.pointee.box._withUnsafeGuaranteedRef { $0.cursor.isAtEnd } ? 1 : 0
    }
    unsafe module.xColumn = { cursor, context, column in
      guard let context = unsafe context else { return SQLITE_MISUSE }
      return unsafe VirtualModule.running(cursor) { cursor in
        try unsafe cursor.pointee.box._withUnsafeGuaranteedRef {
          try unsafe $0.cursor.give(Int(column), to: VirtualResult(context))
        }
      }
    }
    unsafe module.xRowid = { cursor, number in
      guard let cursor = unsafe Cursor.of(cursor) else { return SQLITE_MISUSE }
      unsafe number?.pointee = cursor.pointee.box._withUnsafeGuaranteedRef { $0.cursor.rowNumber }
      return SQLITE_OK
    }
    return module
  }

  private static func connect(
    _ database: OpaquePointer?, _ box: UnsafeMutableRawPointer?,
    _ table: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
  ) -> Int32 {
    guard let database = unsafe database, let box = unsafe box else { return SQLITE_MISUSE }
    let known = unsafe Unmanaged<TableBox>.fromOpaque(box)
    let declaration = unsafe known.takeUnretainedValue().table.declaration
    let code = unsafe sqlite3_declare_vtab(database, "CREATE TABLE t(\(declaration))")
    guard code == SQLITE_OK else { return code }
    let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    unsafe memory.initialize(to: Table(box: known))
    unsafe table?.pointee = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: sqlite3_vtab.self)
    return SQLITE_OK
  }

  private static func disconnect(_ table: UnsafeMutablePointer<sqlite3_vtab>?) -> Int32 {
    unsafe Table.of(table)?.deallocate()
    return SQLITE_OK
  }

  /// Asks the table for a plan and tells SQLite of it.
  private static func answer(_ info: UnsafeMutablePointer<sqlite3_index_info>, _ box: TableBox) {
    var question = VirtualQuestion()
    question.columns = unsafe info.pointee.colUsed
    for place in 0..<Int(unsafe info.pointee.nConstraint) {
      let constraint = unsafe info.pointee.aConstraint[place]
      if Int32(constraint.op) == SQLITE_INDEX_CONSTRAINT_LIMIT { question.hasLimit = true }
      guard constraint.usable != 0, let comparison = comparison(constraint.op),
        unsafe comparesBytes(info, place)
      else { continue }
      question.conditions.append(
        VirtualQuestion.Condition(
          column: Int(constraint.iColumn), comparison: comparison,
          isOneOfMany: unsafe sqlite3_vtab_in(info, Int32(place), -1) != 0,
          isNumber: unsafe isNumber(info, place), place: place))
    }
    // For a GROUP BY or a DISTINCT; otherwise in the order of values.
    if [1, 2].contains(unsafe sqlite3_vtab_distinct(info)) {
      question.together = (0..<Int(unsafe info.pointee.nOrderBy)).map {
        Int(unsafe info.pointee.aOrderBy[$0].iColumn)
      }
    }
    let plan = box.table.plan(question)
    for (number, condition) in plan.conditions.enumerated() {
      unsafe info.pointee.aConstraintUsage[condition.place].argvIndex = Int32(number + 1)
      unsafe info.pointee.aConstraintUsage[condition.place].omit = condition.isMet ? 1 : 0
    }
    unsafe info.pointee.idxNum = box.keep(plan)
    unsafe info.pointee.idxStr = copy(plan.words)
    unsafe info.pointee.needToFreeIdxStr = 1
    unsafe info.pointee.estimatedCost = plan.cost
    unsafe info.pointee.estimatedRows = plan.rows
    let isTogether = !question.together.isEmpty && plan.together == question.together
    unsafe info.pointee.orderByConsumed = isTogether ? 1 : 0
  }

  /// Whether a condition takes texts for equal only when all their bytes are, as cursors do.
  private static func comparesBytes(_ info: UnsafeMutablePointer<sqlite3_index_info>, _ place: Int) -> Bool {
    guard let collation = unsafe sqlite3_vtab_collation(info, Int32(place)) else { return false }
    return unsafe String(cString: collation) == "BINARY"
  }

  /// Whether the value of a condition is known to be a whole number before the question is asked.
  private static func isNumber(_ info: UnsafeMutablePointer<sqlite3_index_info>, _ place: Int) -> Bool {
    var value: OpaquePointer?
    let code = unsafe sqlite3_vtab_rhs_value(info, Int32(place), &value)
    return unsafe code == SQLITE_OK && sqlite3_value_type(value) == SQLITE_INTEGER
  }

  private static func comparison(_ operation: UInt8) -> VirtualQuestion.Condition.Comparison? {
    switch Int32(operation) {
    case SQLITE_INDEX_CONSTRAINT_EQ: .equal
    case SQLITE_INDEX_CONSTRAINT_NE: .notEqual
    case SQLITE_INDEX_CONSTRAINT_LT: .less
    case SQLITE_INDEX_CONSTRAINT_LE: .lessOrEqual
    case SQLITE_INDEX_CONSTRAINT_GT: .greater
    case SQLITE_INDEX_CONSTRAINT_GE: .greaterOrEqual
    case SQLITE_INDEX_CONSTRAINT_ISNULL: .isNull
    case SQLITE_INDEX_CONSTRAINT_ISNOTNULL: .isNotNull
    default: nil
    }
  }

  @inline(__always)
  private static func running(
    _ base: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ body: (UnsafeMutablePointer<Cursor>) throws -> Void
  ) -> Int32 {
    guard let cursor = unsafe Cursor.of(base) else { return SQLITE_MISUSE }
    do {
      try unsafe body(cursor)
      return SQLITE_OK
    } catch { return unsafe note(error, in: &cursor.pointee.base.pVtab.pointee) }
  }

  /// Leaves the words of an error for the statement, which frees them.
  private static func note(_ error: any Error, in table: inout sqlite3_vtab) -> Int32 {
    let known = error as? SQLiteError
    unsafe sqlite3_free(table.zErrMsg)
    unsafe table.zErrMsg = copy(known?.message ?? "\(error)")
    // A table's own errors are about rows that make no sense; typed words do not come so far.
    return known?.code.rawValue ?? SQLITE_CORRUPT
  }

  /// A text that SQLite frees.
  private static func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
    let letters = Array(text.utf8CString)
    let memory = unsafe sqlite3_malloc(Int32(letters.count))?.assumingMemoryBound(to: CChar.self)
    for (place, letter) in letters.enumerated() { unsafe memory?[place] = letter }
    return unsafe memory
  }
}
