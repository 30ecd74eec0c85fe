package import ReceiptModel

extension DataSetDescription {
  package static let failures = DataSetDescription(
    "failures", row: "each day, AppKey, channel, kind of failure and reason",
    key: ["day", "app_key", "channel", "kind", "reason_code", "reason_text"],
    columns: [
      .day, .id("app_key", "AppKey"), .channel,
      .text(
        "kind", "send_failed: refused and never sent; arrive_failed: sent, reported as not arrived",
        isRequired: true),
      .text("reason_code", "code of the delivery's earliest failure; empty when it has none"),
      .text("reason_text", "text of the delivery's earliest failure; empty when it has none"),
      .count("count", "deliveries"),
      .share("share", "count / all failures of the same day, app_key, channel and kind"),
    ])
}

extension DataSet {
  /// Failed deliveries by reason, with their share of all failures of the same day, AppKey, channel and kind.
  package static func failures(_ cells: [FailureCell], _ scope: CohortScope) -> DataSet {
    let totals = failureTotals(cells)
    return DataSet(
      .failures,
      rows: zip(cells, totals).map { cell, total in
        [
          .text(scope.days[cell.day].name), .text(cell.appKey), .text(cell.channel), .text(cell.kind),
          .text(cell.reasonCode), .text(cell.reasonText), .integer(Int64(cell.count)),
          Rate(cell.count, of: total).value.map(Cell.real) ?? .null,
        ]
      })
  }

  /// The total that each cell is a share of: all failures of its day, AppKey, channel and kind.
  package static func failureTotals(_ cells: [FailureCell]) -> [Int] {
    var totals: [CohortKey: Int] = [:]
    for cell in cells { totals[cell.group, default: 0] += cell.count }
    return cells.map { totals[$0.group] ?? 0 }
  }
}

extension FailureCell {
  fileprivate var group: CohortKey { CohortKey(day: day, appKey: appKey, parts: [channel, kind]) }
}
