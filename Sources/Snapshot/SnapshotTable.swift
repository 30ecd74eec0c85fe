package import Reporting

/// A table of a snapshot: a data set, and how it hangs together with the others.
package struct SnapshotTable: Sendable {
  /// A column whose values are keys of another table.
  package struct Reference: Sendable {
    package var column: String
    package var table: String
  }

  package var dataSet: DataSet
  package var references: [Reference]
  /// Columns that people filter and group by: each gets an index.
  ///
  /// Datasette gives up on a facet after 0.2 s and then shows none, which a column without an index reaches at a
  /// million rows.
  package var facets: [String]
  /// A counter that questions set a limit to: few of very many rows are above it, and an index finds them.
  package var limitedBy: String?
  /// The column that a list of rows begins with the greatest of; the key's own order when there is none.
  package var newestBy: String?
  /// What stands for a row where another table refers to it.
  package var label: String?

  init(
    _ dataSet: DataSet, facets: [String] = [], limitedBy: String? = nil, newestBy: String? = nil,
    label: String? = nil
  ) {
    self.dataSet = dataSet
    self.facets = facets
    self.limitedBy = limitedBy
    self.newestBy = newestBy
    self.label = label
    references = Self.dimensions.filter { column, table in
      table != dataSet.name && dataSet.columns.contains { $0.name == column }
    }
    .map { Reference(column: $0.column, table: $0.table) }
  }

  package var name: String { dataSet.name }

  /// The columns that mean the same in every table, each with the table that has a row for each of its values.
  private static let dimensions: [(column: String, table: String)] = [
    ("day", "days"), ("app_key", "apps"), ("channel", "channels"), ("metric", "metrics"),
  ]
}
