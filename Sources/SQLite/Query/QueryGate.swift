import CSQLite
import Prose
package import ReceiptModel

/// The way in for SQL that somebody typed: it can read the store, and nothing else.
///
/// Each of these stands between a statement and the file: a read-only connection, an authorizer that allows what is
/// on its list, limits on size, and clocks that end what takes too long. The memory limit holds for SQLite in the
/// whole process from the moment the gate is made.
@safe package final class QueryGate {
  /// Runs its argument while the caller holds the lock that keeps every other writer away.
  package typealias WriterLock = (_ whileHeld: () throws -> Void) throws -> Void

  private let database: Database
  private let temporary: TemporaryFiles
  private let authorizer: QueryAuthorizer
  private let access: QueryAccess
  private let vocabulary: QueryVocabulary?
  package let limits: QueryLimits
  private let onHardStop: @Sendable (QueryStop) -> Void

  /// Opens a store for reading.
  ///
  /// - Parameters:
  ///   - words: what queries may name.
  ///   - withWriterLock: used once when a crash left an interrupted write that must be undone before anybody can
  ///     read; without it such a store gives `QueryFailure.needsRecovery`.
  ///   - onHardStop: what to do, on another thread, about a query that cannot be stopped otherwise; it should not
  ///     return.
  /// - Throws: `SQLiteError` when the file cannot be opened or read, `QueryFailure`, and what `withWriterLock` throws.
  package init(
    path: String, words: QueryWords = QueryWords(), limits: QueryLimits = QueryLimits(),
    withWriterLock: WriterLock? = nil,
    onHardStop: @escaping @Sendable (QueryStop) -> Void = QueryGate.exitAtOnce
  ) throws {
    self.limits = limits
    self.onHardStop = onHardStop
    let path = try StorePath.resolve(path)
    temporary = try TemporaryFiles(folder: StorePath.folder(of: path), limit: limits.temporary)
    database = try QueryConnection.open(path, temporary, withWriterLock: withWriterLock)
    for function in words.functions { try database.register(function) }
    vocabulary = words.relations == nil ? nil : try QueryVocabulary(words, memory: limits.memory)
    authorizer = try QueryAuthorizer(of: database, words)
    access = QueryAccess(database, temporary)
    access.authorizer = authorizer
    for table in words.tables {
      if let made = try table.make(access) { try database.add(made, as: table.name) }
    }
    try QueryConnection.restrict(database, memory: limits.memory)
    try authorizer.install(on: database)
  }

  /// Runs one query and collects its rows.
  ///
  /// - Parameter parameters: values by name, without the `:`; a parameter without a value is NULL.
  /// - Throws: `QueryFailure`, or `SQLiteError` when the store is the trouble.
  package func run(_ sql: String, parameters: [String: Cell] = [:]) throws -> ResultTable {
    var table = ResultTable(columns: [])
    try forEachRow(of: sql, parameters: parameters) {
      table.columns = $0
    } row: {
      table.rows.append($0)
    }
    return table
  }

  /// What one query takes and gives, without running it.
  ///
  /// - Throws: `QueryFailure.refused` for what `run` would refuse.
  package func shape(of sql: String) throws -> QueryShape {
    let statement = try compile(sql)
    return QueryShape(
      parameters: statement.parameterNames.map { String($0.dropFirst()) },
      columns: (0..<statement.columnCount).map { ResultColumn(statement.columnName($0)) })
  }

  /// Runs one query and hands out its columns, and then each row as soon as it is known.
  ///
  /// - Throws: what `run` throws, after the rows before the limit were handed out; and what the closures throw.
  package func forEachRow(
    of sql: String, parameters: [String: Cell] = [:], columns: ([ResultColumn]) throws -> Void,
    row: ([Cell]) throws -> Void
  ) throws {
    // From before compiling: a join of many views can keep the planner busy too.
    let watchdog = try QueryWatchdog(after: limits.time + limits.grace) { [limits, onHardStop] in
      onHardStop(.time(limits.time))
    }
    let deadline = QueryDeadline(after: limits.time, on: database)
    temporary.begin()
    access.deadline = deadline
    defer {
      deadline.cancel()
      watchdog.stop()
    }
    let statement = try compile(sql)
    try bind(parameters, to: statement)
    try columns((0..<statement.columnCount).map { ResultColumn(statement.columnName($0)) })
    var output = QueryOutput(limits: limits)
    while try step(statement) {
      let cells = (0..<statement.columnCount).map { statement.cell($0) }
      try output.count(cells)
      try row(cells)
      // SQLite does not look at the clock while rows are taken.
      guard !deadline.isOver else { throw QueryFailure.stopped(.time(limits.time)) }
    }
  }
}

extension QueryGate {
  /// Compiles a text that holds one statement, which reads and returns rows.
  func compile(_ sql: String) throws -> Statement {
    guard !sql.utf8.contains(0) else { throw QueryFailure.refused("the query holds a NUL byte") }
    do {
      try vocabulary?.check(sql)
      let first = try Statement.first(of: sql, in: database)
      guard let statement = first.statement else {
        throw QueryFailure.refused("there is no query in the text")
      }
      // SQLite itself says what counts as blank: nothing compiles from spaces, semicolons and comments.
      guard try Statement.first(of: first.rest, in: database).statement == nil else {
        throw QueryFailure.refused("only one statement can run at a time")
      }
      // `isReadOnly` alone proves nothing: it is true for ATTACH and BEGIN.
      guard statement.isReadOnly, statement.columnCount > 0 else {
        throw QueryFailure.refused("only a statement that reads and returns rows can run here")
      }
      return statement
    } catch let error as SQLiteError {
      throw failure(error, running: false)
    }
  }

  func bind(_ parameters: [String: Cell], to statement: borrowing Statement) throws {
    let names = statement.parameterNames
    let known = Set(names.map { $0.dropFirst() })
    if let unknown = parameters.keys.sorted().first(where: { !known.contains($0[...]) }) {
      throw QueryFailure.refused(
        known.isEmpty
          ? "the query has no parameter '\(unknown)'; it has none"
          : "the query has no parameter '\(unknown)'; it has \(known.sorted().joined(separator: ", "))")
    }
    for name in names {
      guard let value = parameters[String(name.dropFirst())], let index = statement.parameter(name) else {
        continue
      }
      guard statement.bind(value, at: index) else {
        throw QueryFailure.refused("the value of parameter '\(String(name.dropFirst()))' is too long")
      }
    }
  }

  private func step(_ statement: borrowing Statement) throws -> Bool {
    do {
      return try statement.step()
    } catch let error as SQLiteError {
      throw failure(error, running: true)
    }
  }

  /// Sorts SQLite's refusals: a limit, a mistake of the query, or trouble with the store.
  private func failure(_ error: SQLiteError, running: Bool) -> any Error {
    switch error.code {
    case .interrupted: QueryFailure.stopped(.time(limits.time))
    case .noMemory: QueryFailure.stopped(.memory(bytes: limits.memory))
    case .full where temporary.isOverLimit: QueryFailure.stopped(.temporary(bytes: limits.temporary))
    case .tooBig where running: QueryFailure.stopped(.value(bytes: QueryLimits.value))
    case .error, .notAuthorized, .tooBig, .mismatch, .outOfRange:
      QueryFailure.refused(.text(error.message))
    default: error
    }
  }
}

/// Counts what a query hands out.
private struct QueryOutput {
  let limits: QueryLimits
  var rows = 0
  var bytes = 0

  mutating func count(_ cells: [Cell]) throws {
    guard rows < limits.rows else { throw QueryFailure.stopped(.rows(limits.rows)) }
    rows += 1
    for cell in cells {
      switch cell {
      case .null: break
      case .integer, .real: bytes += 8
      case .text(let text): bytes += text.utf8.count
      case .blob(let blob): bytes += blob.count
      }
    }
    guard bytes <= limits.output else { throw QueryFailure.stopped(.output(bytes: limits.output)) }
  }
}
