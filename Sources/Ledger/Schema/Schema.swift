import ReceiptModel
import SQLite

/// The ledger's tables and views.
///
/// Tables are private and compact: integers that point into dictionaries, times as milliseconds from the delivery's
/// earliest event. Views are public and readable.
package enum Schema {
  /// By which another program's file is recognised.
  package static let applicationID = ApplicationID.ledger
  /// Raised whenever a table or a public view changes.
  package static let version: Int64 = 9

  /// The columns of `delivery` that hold the first time of a kind, by `EventKind.timed`.
  static let kindColumns = EventKind.timed.map(\.name)

  /// Everything a new ledger needs, in order.
  static let statements = [
    LedgerSQL.text("tables/deliveries"),
    LedgerSQL.text("tables/files"), LedgerSQL.text("tables/sums"), LedgerSQL.text("tables/publications"),
    LedgerSQL.text("tables/judgements"),
    LedgerSQL.text("tables/notes"), createTimeIndexes(in: "main", of: timeIndexes),
    LedgerSQL.text("tables/links"),
    LedgerSQL.text("tables/tellers"), LedgerSQL.text("tables/reasons"), counting,
    "CREATE VIEW delivery_fact AS \(factQuery(of: "delivery"));", publicViews,
  ].joined(separator: "\n")
}
