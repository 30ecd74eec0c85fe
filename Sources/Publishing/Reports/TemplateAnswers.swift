package import Libraries
import Prose
import ReceiptModel
package import Reporting
import SQLite

/// Answers the stored queries that a template names, over what the report is about unless the template says otherwise.
package final class TemplateAnswers {
  private let template: String
  private let library: QueryLibrary
  private let path: String
  private let input: ReportInput
  private let openWindow: Int64
  /// Made when the first query needs it: from then on its limit on memory holds for the whole process.
  private var openGate: QueryGate?
  /// The answers by query and arguments; each question is asked once.
  private var answered: [[String]: ResultTable] = [:]

  /// - Parameters:
  ///   - template: what errors call it.
  ///   - path: of the ledger.
  ///   - openWindow: the setting, in milliseconds.
  package init(template: String, queries: QueryLibrary, path: String, input: ReportInput, openWindow: Int64) {
    self.template = template
    library = queries
    self.path = path
    self.input = input
    self.openWindow = openWindow
  }

  /// Digest of all answers, with what was asked.
  package var digest: String {
    var text = CanonicalText()
    text.add(
      unordered: answered.map { question, table in
        question + [String(decoding: TableFormat.jsonl.bytes(of: table), as: UTF8.self)]
      })
    return text.digest
  }

  package var queries: TemplateQueries { TemplateQueries(shape: shape, answer: answer) }

  private func shape(_ name: String, _ line: Int) throws -> QueryShape {
    let query = try query(name, line)
    do {
      return try gate().shape(of: query.sql)
    } catch let failure as QueryFailure {
      throw error(failure, of: query, line)
    }
  }

  private func answer(_ name: String, _ given: [String: Cell], _ line: Int) throws -> ResultTable {
    let query = try query(name, line)
    do {
      let known = try gate().shape(of: query.sql).parameters
      var arguments = about.filter { known.contains($0.key) }
      for (parameter, value) in given { arguments[parameter] = value }
      let question = [name] + arguments.sorted { $0.key < $1.key }.flatMap { [$0.key, "\($0.value)"] }
      if let table = answered[question] { return table }
      var table = try gate().run(query.sql, parameters: arguments)
      table.columns = query.header.describe(table.columns)
      answered[question] = table
      return table
    } catch let failure as QueryFailure {
      throw error(failure, of: query, line)
    }
  }

  /// What queries are given unless the template says otherwise.
  private var about: [String: Cell] {
    let days = input.reportedDays
    let zone = input.zone
    var cells: [String: Cell] = [
      "as_of": .integer(input.scope.all.asOf), "open_window_ms": .integer(openWindow),
      "settle_minutes": .integer(input.scope.all.settle / 60_000),
    ]
    cells["since"] = days.first.map { .integer($0.start) }
    cells["until"] = days.last.map { .integer($0.end) }
    let keys = input.scope.all.appKeys
    cells["app_key"] = keys.count == 1 ? .text(keys[0]) : nil
    cells["utc_offset_minutes"] = days.last.map { day in
      .integer(zone.offset(at: Instant(milliseconds: day.start)) / 60)
    }
    return cells
  }

  private func gate() throws -> QueryGate {
    if let openGate { return openGate }
    let gate = try QueryGate(ledger: path, zone: input.zone)
    openGate = gate
    return gate
  }

  private func query(_ name: String, _ line: Int) throws -> StoredQuery {
    if let query = library.queries.first(where: { $0.name == name }) { return query }
    throw TemplateError(
      template: template, line: line, message: "no query is called '\(name)'", unknown: name,
      known: library.queries.map(\.name))
  }

  private func error(_ failure: QueryFailure, of query: StoredQuery, _ line: Int) -> any Error {
    let words: Phrase = "query '\(query.path ?? query.name)': \(failure.words)"
    switch failure {
    case .refused: return TemplateError(template: template, line: line, message: words)
    case .stopped:
      return Failure(
        .unavailable,
        TemplateError(template: template, line: line, message: words).words.escapedForTerminal(limit: 600),
        advice: "narrow the report's days, or ask the query for less")
    case .needsRecovery: return Failure(.busy, failure.words.escapedForTerminal(limit: 600))
    }
  }
}
