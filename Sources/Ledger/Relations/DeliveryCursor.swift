import ReceiptModel
import SQLite

/// Hands the rows of `deliveries` to SQLite: as they stand in the store, or those together that a question groups.
final class DeliveryCursor: VirtualCursor {
  private let relation: DeliveryRelation
  /// One value, since each look at a property of an object is watched for others that change it meanwhile.
  private var rows: Rows

  private struct Rows {
    var scan: DeliveryScan
    var grouped: GroupedRows?
    var count: Int64 = 0

    mutating func give(_ column: Int, to result: VirtualResult) throws {
      if let cell = grouped?.cell(column) {
        try scan.reading?.give(cell, of: column, to: result)
      } else {
        try scan.reading?.give(column, to: result)
      }
    }

    mutating func advance() throws {
      if grouped == nil { return try scan.advance() }
      count += 1
      try grouped?.advance()
    }

    var rowNumber: Int64 { grouped == nil ? scan.reading?.scan.rowNumber ?? 0 : count }

    /// Puts all rows together by the values of some columns.
    mutating func group(_ plan: VirtualPlan, by relation: DeliveryRelation) throws {
      guard let groups = try relation.groups(plan.together) else {
        throw LedgerError.inconsistent("the ledger has got too many values to group by")
      }
      var rows = GroupedRows(plan.columns, by: groups, relation.access, limit: relation.memory)
      while !scan.isAtEnd {
        try rows.add(&scan)
        try scan.advance()
        count += 1
        if count % 4096 == 0 { try relation.access.checkTime() }
      }
      try rows.finish()
      grouped = rows
    }
  }

  init(_ relation: DeliveryRelation) {
    self.relation = relation
    rows = Rows(scan: DeliveryScan(relation.access))
  }

  func begin(_ plan: VirtualPlan, _ values: [Cell]) throws {
    (rows.grouped, rows.count) = (nil, 0)
    try rows.scan.begin(plan, values)
    guard !plan.together.isEmpty, !DeliveryRelation.isOfMessages(plan.together) else { return }
    try rows.group(plan, by: relation)
  }

  var isAtEnd: Bool { rows.grouped?.isAtEnd ?? rows.scan.isAtEnd }

  func advance() throws { try rows.advance() }

  func give(_ column: Int, to result: VirtualResult) throws { try rows.give(column, to: result) }

  var rowNumber: Int64 { rows.rowNumber }
}
