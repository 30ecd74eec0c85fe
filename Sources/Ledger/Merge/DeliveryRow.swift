internal import ReceiptModel
internal import SQLite

/// A delivery as a row of the table, in the order of its columns.
enum DeliveryRow {
  static let columns =
    ["message_ref", "device", "app_ref", "base_ms"] + Schema.kindColumns
    + ["context_ref", "build_ref", "network_ref", "reason_ref"]

  /// Adds the row of `state` to a batch of these columns.
  @inline(__always)
  static func append(_ state: DeliveryState, of group: DeliveryGroup, app: Int64, to batch: RowBatch) {
    var row = InlineArray<19, Int64>(repeating: RowBatch.null)
    row[0] = group.message
    row[1] = group.device.cell(in: batch)
    row[2] = app
    row[3] = state.base
    for kind in 0..<11 where state.times[kind] != DeliveryState.absent {
      row[4 &+ kind] = state.times[kind] &- state.base
    }
    row[15] = state.context
    row[16] = state.build
    row[17] = state.network
    if state.reason != 0 { row[18] = state.reason }
    batch.append(row.span)
  }
}
