package import ReceiptModel

extension DataSet {
  /// Failed deliveries by reason, with their share of all failures of the same day, AppKey, channel and kind.
  package static func failures(_ cells: [FailureCell], _ scope: CohortScope) -> DataSet {
    var totals: [CohortKey: Int] = [:]
    for cell in cells { totals[cell.group, default: 0] += cell.count }
    return DataSet(
      name: "failures",
      columns: [
        .text("day", "cohort day in the report's time zone"), .id("app_key", "AppKey"),
        .text("channel", "push channel; empty when unknown"),
        .text("kind", "send_failed: refused and never sent; arrive_failed: sent, reported as not arrived"),
        .text("reason_code", "code of the delivery's earliest failure; empty when it has none"),
        .text("reason_text", "text of the delivery's earliest failure; empty when it has none"),
        .count("count", "deliveries"),
        .share("share", "count / all failures of the same day, app_key, channel and kind"),
      ],
      rows: cells.map { cell in
        [
          .text(scope.days[cell.day].name), .text(cell.appKey), .text(cell.channel), .text(cell.kind),
          .text(cell.reasonCode), .text(cell.reasonText), .integer(Int64(cell.count)),
          Rate(cell.count, of: totals[cell.group] ?? 0).value.map(Cell.real) ?? .null,
        ]
      })
  }
}

extension FailureCell {
  fileprivate var group: CohortKey { CohortKey(day: day, appKey: appKey, parts: [channel, kind]) }
}
