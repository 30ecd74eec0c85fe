/// What a query may name.
package struct QueryWords: Sendable {
  /// A table or view that may be named.
  package struct Relation: Sendable {
    package let name: String
    package let columns: [String]

    package init(_ name: String, columns: [String]) {
      self.name = name
      self.columns = columns
    }
  }

  /// `nil` for all that the store has.
  package let relations: [Relation]?
  /// Functions beside those of SQLite.
  package let functions: [SQLFunction]
  /// Tables that stand before those of the store with the same names.
  package let tables: [QueryTable]

  package init(
    relations: [Relation]? = nil, functions: [SQLFunction] = [], tables: [QueryTable] = []
  ) {
    self.relations = relations
    self.functions = functions
    self.tables = tables
  }
}
