package import ReceiptModel

/// What `source list` prints.
package struct SourceList {
  let library: MappingLibrary

  package init(library: MappingLibrary) { self.library = library }

  /// One row a mapping.
  package var table: ResultTable {
    ResultTable(
      columns: ["name", "title", "yields", "form", "standing", "file"].map { ResultColumn($0, .text) },
      rows: library.entries.map { entry in
        [
          .text(entry.mapping.name), .text(entry.mapping.title), .text(entry.mapping.yield.rawValue),
          .text(entry.mapping.form.rawValue), .text(entry.mapping.standing.rawValue),
          entry.path.map(Cell.text) ?? .null,
        ]
      })
  }
}
