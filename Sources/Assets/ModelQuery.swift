/// A view of the model: what counts, in the SQL that SQLite, Spark and DuckDB share; a file of `queries/model`.
///
/// What the views read, and what they promise, says `queries/model/README.md`.
package struct ModelQuery: Sendable {
  /// Every file of the folder, in the order of their numbers: a view is made on those before it.
  package static let all = AssetFiles.names(in: "queries/model", ending: ".sql").sorted().map(ModelQuery.init)

  /// The file's name without `.sql`: `50-channel-hour`.
  package let name: String

  /// The name of the view: `channel_hour`.
  package var view: String {
    String(name.drop { $0 != "-" }.dropFirst().map { $0 == "-" ? "_" : $0 })
  }

  /// The file with the counters in it: comments that explain it, and one `CREATE TEMPORARY VIEW`.
  package var text: String { SQLPlaces().fill(AssetFiles.text(of: "queries/model/\(name).sql")) }
}
