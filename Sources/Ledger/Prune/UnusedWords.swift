import ReceiptModel
import SQLite

/// Values that logs brought in and to which nothing in a ledger refers any more.
enum UnusedWords {
  private struct Dictionary {
    let name: String
    /// The column by which rows refer to it, in whichever table it stands.
    let column: String
    /// What stays although nothing may refer to it, in SQL.
    var kept = "0"
    /// Values that may identify one person and so go with every prune, in SQL.
    var personal = "0"
  }

  /// A dictionary whose rows refer to another stands before that one.
  private static let dictionaries = [
    Dictionary(name: "context", column: "context_ref"),
    Dictionary(name: "build", column: "build_ref"),
    // A network may be one household's.
    Dictionary(name: "network", column: "network_ref", personal: "client_network <> ''"),
    // A vendor's reason may quote a token, and so may a kind of event that is not known.
    Dictionary(name: "reason", column: "reason_ref", kept: "ref = 0", personal: "1"),
    Dictionary(name: "raw_type", column: "raw_ref", personal: "1"),
    Dictionary(name: "source", column: "source_ref"),
    Dictionary(name: "channel", column: "channel_ref"),
    Dictionary(name: "version_pair", column: "version_ref"),
    Dictionary(name: "app_version", column: "app_version_ref"),
    Dictionary(name: "os_version", column: "os_version_ref"),
    Dictionary(name: "app", column: "app_ref", kept: "is_configured"),
  ]

  /// Takes them out; call in a transaction.
  ///
  /// - Parameter all: whether to take also names of campaigns, builds and AppKeys, which by themselves identify nobody.
  ///   That reads all deliveries, which a prune of a few messages should not have to.
  static func remove(from database: Database, all: Bool) throws {
    for dictionary in dictionaries where all || dictionary.personal != "0" {
      let uses = try tables(with: dictionary.column, in: database)
        .map { "SELECT \(dictionary.column) FROM \($0) WHERE \(dictionary.column) IS NOT NULL" }
      try database.execute(
        """
        DELETE FROM \(dictionary.name) WHERE \(all ? "1" : dictionary.personal) AND NOT (\(dictionary.kept))
          AND ref NOT IN (\(uses.joined(separator: " UNION ")))
        """)
    }
  }

  private static func tables(with column: String, in database: Database) throws -> [String] {
    let rows = try database.prepare(
      """
      SELECT t.name FROM main.sqlite_schema AS t, pragma_table_info(t.name, 'main') AS c
      WHERE t.type = 'table' AND c.name = '\(column)'
      """)
    var names: [String] = []
    while try rows.step() { names.append(rows.text(0)) }
    return names
  }
}
