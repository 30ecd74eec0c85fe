import ReceiptModel
import Reporting

extension SnapshotContent {
  /// What the numbers rest on, by key; nothing in it comes from the clock.
  var meta: DataSet {
    let facts: [(key: String, value: String?)] = [
      ("application", "pushledger"),
      ("app_keys", scope.appKeys.isEmpty ? nil : scope.appKeys.joined(separator: ", ")),
      ("as_of", zone.iso(Instant(milliseconds: scope.asOf))),
      ("as_of_s", String(scope.asOf / 1000)),
      basis.summedDays.fact(in: zone),
      ("schema_version", String(Snapshot.schemaVersion)),
      ("settle_s", String(scope.settle / 1000)),
      ("since", basis.since.map(zone.iso)),
      ("time_zone", zone.name),
      ("tool_version", basis.toolVersion),
      ("until", basis.until.map(zone.iso)),
    ]
    let definitions = Metric.allCases.map { metric -> (key: String, value: String?) in
      ("definition.\(metric.rawValue)", metric.definition)
    }
    return DataSet(
      DataSetDescription(
        "meta", row: "each thing that the numbers rest on: versions, as-of, window, time zone, definitions",
        key: ["key"],
        columns: [
          .text("key", "what it is", isRequired: true),
          .text("value", "empty when there is none, as for a window without a beginning"),
        ]),
      rows: (facts + definitions).sorted { $0.key < $1.key }.map { key, value in
        [.text(key), value.map(Cell.text) ?? .null]
      })
  }
}
