package import SQLite

/// How a question will be answered, in words for people.
package enum QueryPlanWords {
  /// A line for each step that says something, those within others further right.
  package static func text(of steps: [QueryPlanStep]) -> String {
    steps.filter { !$0.detail.hasPrefix("BLOOM FILTER") }.map {
      "\(String(repeating: "  ", count: $0.depth))\(words(of: $0.detail))\n"
    }.joined()
  }

  private static func words(of detail: String) -> String {
    if let table = detail.dropping("SCAN ") { return scan(table) }
    if let table = detail.dropping("SEARCH ") { return search(table) }
    if let clause = detail.dropping("USE TEMP B-TREE FOR ") {
      return
        "\(clause.replacing("RIGHT PART OF", with: "the later part of")): sorted, in memory or a temporary file"
    }
    for (beginning, words) in [
      ("CORRELATED SCALAR SUBQUERY", "a subquery, once for each row:"),
      ("SCALAR SUBQUERY", "a subquery, once:"),
      ("CORRELATED LIST SUBQUERY", "the values of IN, once for each row:"),
      ("LIST SUBQUERY", "the values of IN:"),
      ("COMPOUND QUERY", "several SELECTs, put together:"), ("LEFT-MOST SUBQUERY", "the first:"),
      ("MERGE ", "several SELECTs, merged in order:"), ("LEFT", "the first:"), ("RIGHT", "the next:"),
      ("UNION ALL", "the next:"), ("UNION USING TEMP B-TREE", "the next, each row once:"),
      ("EXCEPT USING TEMP B-TREE", "taken away:"), ("INTERSECT USING TEMP B-TREE", "and also in:"),
      ("MULTI-INDEX OR", "what meets any part of OR:"), ("INDEX ", "a part:"),
    ] where detail.hasPrefix(beginning) { return words }
    if let name = detail.dropping("MATERIALIZE ") { return "\(name), worked out first:" }
    if let name = detail.dropping("CO-ROUTINE ") { return "\(name), worked out row by row:" }
    return detail
  }

  private static func scan(_ table: String) -> String {
    if table.hasSuffix("CONSTANT ROW") || table.hasSuffix("CONSTANT ROWS") {
      return "values of the question itself"
    }
    if let plan = table.parts(around: " VIRTUAL TABLE INDEX ") {
      // The number of the plan stands before its words.
      let words = plan.after.drop { $0 != ":" }.dropFirst()
      return "\(plan.before): \(words)"
    }
    if let index = table.parts(around: " USING ") {
      return "\(index.before): all rows, in the order of an index"
    }
    return "\(table): all rows"
  }

  private static func search(_ table: String) -> String {
    guard let way = table.parts(around: " USING ") else { return table }
    if way.after.hasPrefix("AUTOMATIC") {
      return "\(way.before): rows found by an index made for this question"
    }
    let columns = way.after.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
    return "\(way.before): rows found by \(columns)"
  }
}

extension String {
  fileprivate func dropping(_ beginning: String) -> String? {
    hasPrefix(beginning) ? String(dropFirst(beginning.count)) : nil
  }

  fileprivate func parts(around middle: String) -> (before: String, after: String)? {
    firstRange(of: middle).map { (String(self[..<$0.lowerBound]), String(self[$0.upperBound...])) }
  }
}
