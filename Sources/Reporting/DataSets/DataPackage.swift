import JSONWriting
import ReceiptModel

/// A description of an export that other programs check and load by: a tabular data package of Frictionless
/// (https://datapackage.org, version 1), which pandas, R, DuckDB and validators have readers for.
///
/// It says the same as the manifest in a vocabulary that is not ours; both are written from `DataSetDescription`.
package struct DataPackage: Sendable {
  package let manifest: Manifest
  package let flavour: CSVFlavour

  package init(_ manifest: Manifest, flavour: CSVFlavour) {
    self.manifest = manifest
    self.flavour = flavour
  }

  /// `datapackage.json`, the same bytes for the same export.
  package var json: [UInt8] {
    JSONTree.object([
      ("profile", .text("tabular-data-package")),
      ("name", .text("pushledger-export")),
      ("title", .text("Push delivery by cohort, as PushLedger exports it")),
      (
        "description",
        .text(
          "As of \(manifest.basis.zone.iso(manifest.basis.asOf)); days and times in \(manifest.basis.zone.name). "
            + "Rates are fractions from 0 to 1; an empty cell was not measured, 0 was measured and is zero.")
      ),
      ("version", .text("\(Manifest.schemaVersion)")),
      ("resources", .list(manifest.files.compactMap(resource))),
    ]).bytes
  }

  /// Files that are no tables are no resources of a tabular data package.
  private func resource(_ file: Manifest.File) -> JSONTree? {
    guard let description = file.table?.description else { return nil }
    let isExcel = flavour == .excel
    return .object([
      ("profile", .text("tabular-data-resource")),
      ("name", .text(description.name)),
      ("path", .text(file.name)),
      ("title", .text("One row for \(description.row)")),
      ("format", .text("csv")), ("mediatype", .text("text/csv")),
      ("encoding", .text(isExcel ? "utf-8-sig" : "utf-8")),
      ("bytes", .integer(Int64(file.byteCount))),
      ("hash", .text("sha256:\(file.sha256)")),
      (
        "dialect",
        .object([
          ("delimiter", .text(",")), ("lineTerminator", .text(isExcel ? "\r\n" : "\n")),
          ("quoteChar", .text("\"")), ("doubleQuote", .bool(true)), ("header", .bool(true)),
        ])
      ),
      (
        "schema",
        .object([
          ("fields", .list(description.columns.map(Self.field))),
          ("primaryKey", .list(description.key.map { .text($0) })),
          ("missingValues", .list([.text("")])),
        ])
      ),
    ])
  }

  private static func field(_ column: DataColumn) -> JSONTree {
    var members: [(String, JSONTree)] = [
      ("name", .text(column.name)), ("type", .text(type(of: column))),
      ("description", .text(column.definition)),
    ]
    if let unit = column.column.unit { members.append(("unit", .text(unit))) }
    var constraints: [(String, JSONTree)] = []
    if column.isRequired { constraints.append(("required", .bool(true))) }
    if let minimum = column.minimum { constraints.append(("minimum", .integer(Int64(minimum)))) }
    if let maximum = column.maximum { constraints.append(("maximum", .integer(Int64(maximum)))) }
    if !constraints.isEmpty { members.append(("constraints", .object(constraints))) }
    return .object(members)
  }

  private static func type(of column: DataColumn) -> String {
    switch column.column.type {
    case .integer: "integer"
    case .real: "number"
    case .date: "date"
    case .time: "datetime"
    case .boolean: "boolean"
    case .text, .identifier, .blob, nil: "string"
    }
  }
}
