package import Assets
package import ReceiptModel

/// A query that has a name.
package struct StoredQuery: Equatable, Sendable {
  /// What people type.
  package var name: String
  /// The file's text.
  package var sql: String
  /// The file it came from; `nil` when it is built in.
  package var path: String?
  /// What its first comment says.
  package var header: QueryHeader

  package init(name: String, sql: String, path: String? = nil) {
    self.name = name
    self.sql = sql
    self.path = path
    header = QueryHeader(of: sql)
  }

  package init(_ query: NamedQuery) { self.init(name: query.name, sql: query.text) }

  /// Whether its answer may depend on when it is asked; no built-in query's does.
  ///
  /// A function of times takes the present for a time that it is not given, and `now` may come from anywhere; so to name
  /// one is enough.
  package var mayAskClock: Bool {
    path != nil
      && sql.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        .contains { Self.functionsOfTimes.contains(String($0)) }
  }

  private static let functionsOfTimes: Set = [
    "date", "time", "datetime", "julianday", "strftime", "unixepoch", "timediff", "current_date",
    "current_time", "current_timestamp",
  ]
}

extension QueryHeader {
  /// The columns of a result with what the header knows of them: ids are quoted in CSV, shares get six digits.
  package func describe(_ columns: [ResultColumn]) -> [ResultColumn] {
    columns.map { column in
      guard let known = self.columns.first(where: { $0.name == column.name }) else { return column }
      switch known.unit {
      case "id": return ResultColumn(column.name, .identifier)
      case "share": return .share(column.name)
      case "date", "time": return ResultColumn(column.name, .text, unit: known.unit)
      // Not declared a number: a user's file may give a unit to anything.
      case let unit?: return ResultColumn(column.name, unit: unit)
      case nil: return ResultColumn(column.name, .text)
      }
    }
  }
}
