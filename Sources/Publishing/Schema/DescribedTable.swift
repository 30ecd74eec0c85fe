import Ledger
import ReceiptModel
import Reporting
import Snapshot

/// Something with columns that people may rely on: a view of the ledger, a CSV data set, a table of a snapshot.
package struct DescribedTable {
  /// Name, type, unit and meaning; the unit is empty where there is none.
  package typealias Column = (name: String, type: String, unit: String, meaning: String)

  package let name: String
  /// What a row is.
  package let row: String
  package let columns: [Column]

  package static var views: [DescribedTable] {
    PublicView.all.map { view in
      DescribedTable(
        name: view.name, row: view.row, columns: view.columns.map { ($0.name, $0.type, $0.unit, $0.meaning) })
    }
  }

  package static var dataSets: [DescribedTable] {
    DataSetKind.allCases.map { Self($0.description(fileColumns: PublicView.fileColumns)) }
  }

  package static var snapshot: [DescribedTable] {
    get throws { try Snapshot.descriptions(fileColumns: PublicView.fileColumns).map(Self.init) }
  }

  private init(_ description: DataSetDescription) {
    self.init(
      name: description.name, row: "one row for \(description.row)",
      columns: description.columns.map {
        ($0.name, $0.column.type?.rawValue ?? "text", $0.column.unit ?? "", $0.definition)
      })
  }

  private init(name: String, row: String, columns: [Column]) {
    self.name = name
    self.row = row
    self.columns = columns
  }
}
