import Files
package import Libraries
import Prose
import Publishing
package import ReceiptModel
package import Reporting
package import SQLite
import UserFiles

/// The answer to a query on its way from the ledger to where it goes.
package struct QueryAnswer {
  private let query: StoredQuery
  private let parameters: [String: Cell]
  private let format: TableFormat
  private let zone: ReportZone

  /// - Parameter zone: of the times in formats that people read.
  package init(
    to query: StoredQuery, parameters: [String: Cell], as format: TableFormat, zone: ReportZone
  ) {
    self.query = query
    self.parameters = parameters
    self.format = format
    self.zone = zone
  }

  /// Runs the query and writes its rows.
  ///
  /// On standard output the rows before a limit stay, because they are right; a file is written whole or not at all.
  ///
  /// - Parameters:
  ///   - output: a file to replace; `nil` for standard output.
  ///   - beforePiece: called before each piece of text is written there.
  /// - Throws: `Failure` of kind `usage` for a query that is wrong or forbidden, of kind `unavailable` for one that was
  ///   stopped, `SQLiteError`.
  package func write(through gate: QueryGate, to output: String?, beforePiece: () -> Void = {}) throws {
    guard let output else {
      return try write(through: gate) {
        beforePiece()
        try DescriptorWriter.standardOutput.write($0.span)
      }
    }
    var whole: [UInt8] = []
    try write(through: gate) { whole += $0 }
    try OutputFile.replace(output, with: whole)
  }

  /// Hands the text out piece by piece, and never more than the limit on output, padding and all; throws as the other.
  package func write(through gate: QueryGate, to sink: ([UInt8]) throws -> Void) throws {
    do { try writePieces(gate, to: sink) } catch let failure as QueryFailure { throw told(failure) }
  }

  /// How the query would be answered, in words; throws as the others.
  package func plan(by gate: QueryGate) throws -> String {
    do { return QueryPlanWords.text(of: try gate.plan(of: query.sql, parameters: parameters)) } catch let
      failure
      as QueryFailure
    {
      throw told(failure)
    }
  }

  private func writePieces(_ gate: QueryGate, to sink: ([UInt8]) throws -> Void) throws {
    let times = ReadableTimes(as: format, zone: zone)
    var format = format.rowFormat()
    var places: [Int] = []
    var bytes: [UInt8] = []
    var written = 0
    do {
      try gate.forEachRow(of: query.sql, parameters: parameters) {
        var columns = query.header.describe($0)
        places = times.places(in: &columns)
        format.begin(columns, into: &bytes)
      } row: {
        let before = bytes.count
        format.row(times.shown($0, places), into: &bytes)
        guard written + bytes.count + format.keptBytes <= gate.limits.output else {
          bytes.removeLast(bytes.count - before)
          format.takeBackRow()
          throw QueryFailure.stopped(.output(bytes: gate.limits.output))
        }
        guard bytes.count >= Self.block else { return }
        try sink(bytes)
        written += bytes.count
        bytes.removeAll(keepingCapacity: true)
      }
    } catch let failure as QueryFailure {
      if case .stopped = failure { format.stop(into: &bytes) }
      try sink(bytes)
      throw failure
    }
    format.end(into: &bytes)
    try sink(bytes)
  }

  private func told(_ failure: QueryFailure) -> any Error {
    switch failure {
    case .refused(let words):
      Failure.usage(placed(words.escapedForTerminal(limit: 600)), advice: advice(words.told()))
    case .stopped(let stop):
      Failure(.unavailable, placed(stop.words), advice: Self.advice(stop))
    case .needsRecovery: Failure(.busy, failure.words.escapedForTerminal(limit: 600))
    }
  }

  /// Memory, temporary files and output have limits that no option moves, since other programs share the machine.
  private static func advice(_ stop: QueryStop) -> Phrase {
    switch stop {
    case .time: "narrow the question, or raise --timeout"
    case .rows: "narrow the question, or raise --max-rows"
    case .memory, .temporary, .output, .value: "ask for less: a shorter window, fewer rows or columns"
    }
  }

  private func placed(_ words: Phrase) -> Phrase {
    query.name.isEmpty ? words : "\((query.path ?? query.name).escapedForTerminal()): \(words)"
  }

  /// What to do about a refusal, which is in the words of SQLite or of the gate.
  private func advice(_ words: String) -> Phrase? {
    // These two name what there is themselves.
    if words.contains("parameter '") { return nil }
    if let advice = QueryNames.advice(on: words) { return advice }
    if words.contains(" function: ") { return "leave it out" }
    if words.hasPrefix("only one statement") { return "ask one after another" }
    return "write one SELECT on the views that 'pushledger schema' lists"
  }

  /// Bytes to gather before they are written.
  private static let block = 65_536
}
