import Prose
import ReceiptModel
import Reporting

extension SnapshotContent {
  /// A table for each column that others refer to, with a row for every value that stands there.
  func dimensions(of rollups: [SnapshotTable]) throws -> [SnapshotTable] {
    [
      SnapshotTable(dayTable, newestBy: "day", label: "day"),
      try SnapshotTable(appTable(values(of: "app_key", in: rollups)), facets: ["platform"], label: "name"),
      try SnapshotTable(
        channelTable(values(of: "channel", in: rollups)), facets: ["is_measurable"], label: "name"),
      SnapshotTable(metricTable, label: "title"),
    ]
  }

  private func values(of column: String, in rollups: [SnapshotTable]) throws -> [String] {
    var values: Set<[UInt8]> = []
    for table in rollups where table.references.contains(where: { $0.column == column }) {
      guard let place = table.dataSet.columns.firstIndex(where: { $0.name == column }) else { continue }
      try table.dataSet.rows.forEach { row in
        if case .text(let text) = row[place] { values.insert(Array(text.utf8)) }
      }
    }
    if column == "app_key" { for app in apps { values.insert(Array(app.key.utf8)) } }
    // Ids are bytes: two spellings of an accented letter are two keys, to SQLite too.
    return values.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  private var dayTable: DataSet {
    DataSet(
      DataSetDescription(
        "days", row: "each day of the window, also without pushes", key: ["day"],
        columns: [
          .day, .time("starts_at", "when the day begins", isRequired: true),
          .time("ends_at", "when the next one begins", isRequired: true),
          .seconds("day_s", "starts_at in seconds since 1970"),
          .seconds("end_s", "ends_at in seconds since 1970"),
          .boolean("ripe", "true when the day is over and its last receipts have had time to come in"),
        ]),
      rows: scope.days.map { span in
        let day = zone.day(of: Instant(milliseconds: span.start))
        let (start, end) = (zone.start(of: day), zone.start(of: day.adding(days: 1)))
        return [
          .text(span.name), .text(zone.iso(start)), .text(zone.iso(end)), .integer(start.milliseconds / 1000),
          .integer(end.milliseconds / 1000), .text(scope.isRipe(span) ? "true" : "false"),
        ]
      })
  }

  private func appTable(_ keys: [String]) -> DataSet {
    let known = Dictionary(apps.map { (Array($0.key.utf8), $0) }) { first, _ in first }
    return DataSet(
      DataSetDescription(
        "apps", row: "each AppKey that occurs anywhere or is configured", key: ["app_key"],
        columns: [
          .id("app_key", "AppKey"),
          .text("name", "its name in the configuration; else the AppKey", isRequired: true),
          .text("platform", "its platform in the configuration"),
          .boolean("is_configured", "whether the configuration names it"),
        ]),
      rows: keys.map { key in
        let app = known[Array(key.utf8)]
        return [
          .text(key), .text(app?.name ?? key), app?.platform.map(Cell.text) ?? .null,
          .text(app == nil ? "false" : "true"),
        ]
      })
  }

  private func channelTable(_ names: [String]) -> DataSet {
    DataSet(
      DataSetDescription(
        "channels", row: "each push channel", key: ["channel"],
        columns: [
          .text("channel", "push channel; empty when unknown", isRequired: true),
          .text("name", "the same, and (unknown) for the empty one", isRequired: true),
          .boolean("is_measurable", "whether it can give a receipt for a push that nobody touches"),
          .boolean("arrival_is_evidence", "whether an arrival comes from the device and not from a gateway"),
        ]),
      rows: names.map { name in
        let traits = channels[name]
        return [
          .text(name), .text(name.isEmpty ? "(unknown)" : name), .text(traits.measurable ? "true" : "false"),
          .text(traits.arrivalIsDeviceEvidence ? "true" : "false"),
        ]
      })
  }

  private var metricTable: DataSet {
    DataSet(
      DataSetDescription(
        "metrics", row: "each rate", key: ["metric"],
        columns: [
          .text("metric", "the rate's column", isRequired: true),
          .text("title", "what people call it", isRequired: true),
          .text("numerator", "in words", isRequired: true),
          .text("denominator", "in words", isRequired: true),
          .text(
            "numerator_sql",
            "of the columns of daily, hourly, campaigns, networks, brands, app_versions, builds and messages",
            isRequired: true),
          .text("denominator_sql", "likewise", isRequired: true),
          .text("meaning", "what the rate can and cannot say", isRequired: true),
        ]),
      rows: Metric.allCases.sorted { $0.rawValue < $1.rawValue }.map { metric in
        [
          .text(metric.rawValue), .text(metric.title.plain()), .text(metric.numerator.plain()),
          .text(metric.denominator.plain()),
          .text(metric.numeratorSQL), .text(metric.denominatorSQL), .text(metric.meaning.plain()),
        ]
      })
  }
}
