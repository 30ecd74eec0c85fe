package import ReceiptModel

/// A step of how SQLite answers a question.
package struct QueryPlanStep: Equatable, Sendable {
  /// How many steps it is a part of.
  package let depth: Int
  /// In SQLite's words; of a table of the program's own in those of its plan.
  package let detail: String

  package init(depth: Int, detail: String) { (self.depth, self.detail) = (depth, detail) }
}

extension QueryGate {
  /// How one query would be answered, without running it.
  ///
  /// - Throws: `QueryFailure.refused` for what `run` would refuse.
  package func plan(of sql: String, parameters: [String: Cell] = [:]) throws -> [QueryPlanStep] {
    try bind(parameters, to: compile(sql))
    let steps = try run("EXPLAIN QUERY PLAN " + sql, parameters: parameters).rows
    var depths: [Int64: Int] = [:]
    return steps.compactMap { step in
      guard case .integer(let number) = step[0], case .integer(let parent) = step[1],
        case .text(let detail) = step[3]
      else { return nil }
      let depth = depths[parent].map { $0 + 1 } ?? 0
      depths[number] = depth
      return QueryPlanStep(depth: depth, detail: detail)
    }
  }
}
