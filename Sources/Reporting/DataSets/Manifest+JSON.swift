import JSONWriting
import ReceiptModel

extension Manifest {
  /// The manifest as JSON, the same bytes for the same export.
  package var json: [UInt8] {
    let zone = basis.zone
    let window: [(String, JSONTree)] = [
      ("since", .text(basis.since.map(zone.iso))), ("until", .text(basis.until.map(zone.iso))),
    ]
    var members: [(String, JSONTree)] = [
      ("tool", .text("pushledger")), ("tool_version", .text(basis.toolVersion)),
      ("schema_version", .integer(Self.schemaVersion)), ("as_of", .text(zone.iso(basis.asOf))),
      ("as_of_ms", .integer(basis.asOf.milliseconds)), ("time_zone", .text(zone.name)),
      ("window", .object(window)),
    ]
    members += basis.summedDays.members(in: zone)
    if let verdict { members += tree(of: verdict) }
    members.append(("files", .list(files.map(Self.tree))))
    return JSONTree.object(members).bytes
  }

  private static func tree(of file: File) -> JSONTree {
    var members: [(String, JSONTree)] = [("name", .text(file.name))]
    if let table = file.table { members.append(("rows", .integer(table.rowCount))) }
    members.append(("sha256", .text(file.sha256)))
    if let table = file.table { members.append(("columns", .list(table.description.columns.map(tree)))) }
    return .object(members)
  }

  private static func tree(of column: DataColumn) -> JSONTree {
    .line(
      .object([
        ("name", .text(column.column.name)), ("type", .text(column.column.type?.rawValue ?? "text")),
        ("dtype", .text(dtype(of: column))), ("unit", .text(column.column.unit)),
        ("definition", .text(column.definition)),
      ]))
  }

  /// What pandas reads the column as without changing an id or losing that a cell is empty.
  private static func dtype(of column: DataColumn) -> String {
    switch column.column.type {
    case .integer: "Int64"
    case .real: "float64"
    case .boolean: "boolean"
    // Days and moments are parsed once they are read.
    case .text, .identifier, .date, .time, .blob, nil: "string"
    }
  }

  private func tree(of verdict: RunVerdict) -> [(String, JSONTree)] {
    func time(_ milliseconds: Int64?) -> JSONTree {
      .text(milliseconds.map { basis.zone.iso(Instant(milliseconds: $0)) })
    }
    let rates = verdict.rates.map {
      JSONTree.line(
        .object([
          ("name", .text($0.name)), ("numerator", .integer($0.rate.numerator)),
          ("denominator", .integer($0.rate.denominator)),
        ]))
    }
    return [
      (
        "verdict",
        .object([
          ("state", .text(verdict.state.name)), ("critical", .integer(verdict.critical)),
          ("warnings", .integer(verdict.warnings)), ("notes", .integer(verdict.notes)),
          ("judged_since", time(verdict.window?.lowerBound)),
          ("judged_until", time(verdict.window?.upperBound)),
        ])
      ), ("rates", .list(rates)),
    ]
  }
}
