import CommandLineKit
import ReceiptModel
import Reporting
import SQLite

/// One query on its way from the ledger to where its result goes.
struct QueryRun {
  var query: StoredQuery
  var parameters: [String: Cell]
  var format: ResultFormat
  /// A file to replace; `nil` for standard output.
  var output: String?

  /// Runs the query and prints its rows.
  ///
  /// On standard output the rows before a limit stay, because they are right; a file is written whole or not at all.
  ///
  /// - Throws: `UsageError` for a query that is wrong or forbidden, `CommandFailure` with exit code 69 for one that was
  ///   stopped, `SQLiteError`.
  func print(through gate: QueryGate) throws {
    do {
      if let output {
        try OutputFile.replace(output, with: format.bytes(of: table(gate)))
      } else if let rows = format.rowFormat {
        try stream(rows, through: gate)
      } else {
        try printTable(gate)
      }
    } catch let failure as QueryFailure {
      throw told(failure)
    }
  }

  private func table(_ gate: QueryGate) throws -> ResultTable {
    var table = try gate.run(query.sql, parameters: parameters)
    table.columns = query.header.describe(table.columns)
    return table
  }

  private func printTable(_ gate: QueryGate) throws {
    var table = ResultTable(columns: [])
    var stop: QueryFailure?
    do {
      try gate.forEachRow(of: query.sql, parameters: parameters) {
        table.columns = query.header.describe($0)
      } row: {
        table.rows.append($0)
      }
    } catch let failure as QueryFailure {
      // Only what begins with a row can be shown without its end.
      guard case .stopped = failure, !table.rows.isEmpty else { throw failure }
      stop = failure
    }
    try DescriptorWriter.standardOutput.write(format.bytes(of: table).span)
    if let stop { throw stop }
  }

  private func stream(_ format: any RowFormat, through gate: QueryGate) throws {
    var format = format
    var bytes: [UInt8] = []
    defer { try? DescriptorWriter.standardOutput.write(bytes.span) }
    try gate.forEachRow(of: query.sql, parameters: parameters) {
      format.begin(query.header.describe($0), into: &bytes)
    } row: {
      format.row($0, into: &bytes)
      guard bytes.count >= Self.block else { return }
      try DescriptorWriter.standardOutput.write(bytes.span)
      bytes.removeAll(keepingCapacity: true)
    }
    format.end(into: &bytes)
    let rest = bytes
    bytes = []
    try DescriptorWriter.standardOutput.write(rest.span)
  }

  private func told(_ failure: QueryFailure) -> any Error {
    switch failure {
    case .refused(let words):
      UsageError("\(place)\(words.escapedForTerminal(limit: 600))", advice: advice(words))
    case .stopped(let stop):
      CommandFailure(.unavailable, "\(place)\(stop)", advice: Self.advice(stop))
    case .needsRecovery: CommandFailure(.busy, "\(failure)".escapedForTerminal(limit: 600))
    }
  }

  /// Memory and output have limits that no option moves, since other programs share the machine.
  private static func advice(_ stop: QueryStop) -> String {
    switch stop {
    case .time: "narrow the question, or raise --timeout"
    case .rows: "narrow the question, or raise --max-rows"
    case .memory, .output, .value: "ask for less: a shorter window, fewer rows or columns"
    }
  }

  private var place: String {
    query.name.isEmpty ? "" : "\((query.path ?? query.name).escapedForTerminal()): "
  }

  /// What to do about a refusal, which is in the words of SQLite or of the gate.
  private func advice(_ words: String) -> String? {
    // These two name what there is themselves.
    if words.contains("parameter '") { return nil }
    if words.hasPrefix("no such table") || words.hasPrefix("no such column") {
      return "'pushledger schema' lists every view and column"
    }
    if words.contains(" function: ") { return "ask without it" }
    if words.hasPrefix("only one statement") { return "ask one after another" }
    return "write one SELECT on the views that 'pushledger schema' lists"
  }

  /// Bytes to gather before they are written.
  private static let block = 65_536
}
