import SQLite

/// The ledger's tables and views.
///
/// Tables are private and compact: integers that point into dictionaries, times as milliseconds from the delivery's
/// earliest event. Views are public and readable; `contract` in their names' sense is what README and `schema` print.
package enum Schema {
  /// By which another program's file is recognised.
  package static let applicationID = ApplicationID.ledger
  /// Raised whenever a table or a public view changes.
  package static let version: Int64 = 1

  /// Everything a new ledger needs, in order.
  static var statements: String {
    [
      tables, rollupTables, publicationTables, noteTables, noteIndexes, linkTables, tellerTables,
      loadedTables, countedViews,
      factView,
      Self.publicViews,
    ].joined(separator: "\n")
  }
}
