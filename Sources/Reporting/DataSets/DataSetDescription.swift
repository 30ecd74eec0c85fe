/// The promise of a data set: its name, its rows, and its columns in order.
///
/// It makes the header of the CSV, the manifest, the data package, `schema --csv`, and the tables of a snapshot with
/// their metadata.
package struct DataSetDescription: Sendable {
  /// The file's name without `.csv`, and the table's name in a snapshot.
  package var name: String
  /// What one row is, as it stands after "one row for".
  package var row: String
  /// The columns that tell a row from all others, and by which rows are sorted.
  package var key: [String]
  package var columns: [DataColumn]

  package init(_ name: String, row: String, key: [String], columns: [DataColumn]) {
    self.name = name
    self.row = row
    self.key = key
    self.columns = columns
  }

  /// The same with further columns behind the others.
  package func appending(_ further: [DataColumn]) -> DataSetDescription {
    var longer = self
    longer.columns += further
    return longer
  }
}
