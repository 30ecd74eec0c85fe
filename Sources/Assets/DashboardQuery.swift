/// A question for a snapshot, which Datasette offers to its users: a file of `dashboards/`, compiled into the program.
package struct DashboardQuery: Sendable {
  /// Every file of the folder, in the order in which they are offered.
  package static let all = AssetFiles.names(in: "dashboards", ending: ".sql").map(DashboardQuery.init)

  /// The name in the address, and the file's name without `.sql`.
  package let name: String

  /// The file: comments that explain it, and one SELECT.
  package var text: String { AssetFiles.text(of: "dashboards/\(name).sql") }

  /// The SELECT without the comments before it.
  package var statement: String {
    text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("--") }
      .joined(separator: "\n")
  }
}
