import Assets
package import Prose
import UserFiles

/// Every query that has a name: the built-in ones, and the files of the user's folder, which stand before them.
package struct QueryLibrary: Equatable, Sendable {
  /// By name, in order.
  package let queries: [StoredQuery]

  /// - Parameter folder: whose `.sql` files replace built-in queries of the same name and add others; `nil` for none.
  /// - Throws: `Failure` of kind `inputMissing` or `permission` when the folder or one of its files cannot be read.
  package init(folder: String? = nil) throws(Failure) {
    var byName: [String: StoredQuery] = [:]
    for query in NamedQuery.all { byName[query.name] = StoredQuery(query) }
    for name in try folder.map(Self.names) ?? [] {
      let path = "\(folder ?? "")/\(name)\(Self.ending)"
      byName[name] = StoredQuery(
        name: name, sql: try TextFile.read(path, limit: Self.largestFile), path: path)
    }
    queries = byName.values.sorted { $0.name < $1.name }
  }

  /// The names of the queries in a folder, whose files are not looked into.
  package static func names(in folder: String) throws(Failure) -> [String] {
    try TextFile.names(in: folder).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(ending.count)) }
  }

  /// The query of that name.
  ///
  /// - Throws: `Failure` of kind `usage` with the name that was probably meant.
  package func query(named name: String) throws(Failure) -> StoredQuery {
    if let query = queries.first(where: { $0.name == name }) { return query }
    throw Failure.usage(
      "no query is called '\(name.escapedForTerminal())'",
      advice: Suggestion.nearest(to: name, in: queries.map(\.name)) ?? "see 'pushledger query --list'")
  }

  private static let ending = ".sql"
  /// As much as the gate compiles.
  package static let largestFile = 65_536
}
