/// A stored query: a question that is answered by one file of `queries/`, which is compiled into the program.
package struct NamedQuery: Hashable, Sendable {
  /// Every file of the folder.
  package static let all = AssetFiles.names(in: "queries", ending: ".sql").map(NamedQuery.init)

  /// What people type, and the file's name without `.sql`.
  package let name: String

  /// - Parameter name: of a file of the folder.
  package init(_ name: String) { self.name = name }

  /// The file: comments that explain it, and one SELECT.
  package var text: String { AssetFiles.text(of: "queries/\(name).sql") }
}
