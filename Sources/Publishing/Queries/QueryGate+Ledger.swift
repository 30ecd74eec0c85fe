import Ledger
package import ReceiptModel
package import SQLite

extension QueryGate {
  /// The way in for questions on a ledger: they may name its public views, and call functions of their own.
  ///
  /// - Parameter zone: of the question.
  /// - Throws: `SQLiteError`, `QueryFailure`.
  package convenience init(
    ledger path: String, zone: ReportZone, limits: QueryLimits = QueryLimits()
  ) throws {
    let relations = PublicView.all.map { QueryWords.Relation($0.name, columns: $0.columns.map(\.name)) }
    let functions = QueryFunctions.all(zone: zone, memory: limits.memory).map(\.function)
    let words = QueryWords(relations: relations, functions: functions, tables: LedgerRelations.all)
    try self.init(path: path, words: words, limits: limits)
  }
}
