import ReceiptModel
package import Reporting

extension Snapshot {
  /// - Throws: what reading rows fails with.
  package init(_ content: SnapshotContent) throws {
    let rollups = content.rollups
    tables = try [SnapshotTable(content.meta)] + content.dimensions(of: rollups) + rollups
  }

  /// What each table promises, in their order.
  ///
  /// - Parameter fileColumns: name and meaning of each column of the view `files`, in order.
  package static func descriptions(
    fileColumns: [(name: String, meaning: String)]
  ) throws -> [DataSetDescription] {
    var content = SnapshotContent(
      ExportBasis(toolVersion: "", asOf: Instant(milliseconds: 0), zone: .utc),
      scope: CohortScope(days: [], appKeys: [], asOf: 0, settle: 0), apps: [], channels: ChannelTable())
    content.fileColumns = fileColumns
    return try Snapshot(content).tables.map(\.dataSet.description)
  }
}

extension SnapshotContent {
  /// The tables with numbers, without the dimensions they refer to.
  fileprivate var rollups: [SnapshotTable] {
    [
      SnapshotTable(
        withDay(DataSet.daily(days, scope).withAllCounters { [days] in days[$0].counts }),
        facets: ["app_key", "channel", "ripe"], newestBy: "day"),
      SnapshotTable(
        withDay(DataSet.dailyLong(days, scope)), facets: ["metric", "app_key", "channel"], newestBy: "day"),
      SnapshotTable(hourTable, facets: ["day", "app_key", "channel"], newestBy: "hour_s"),
      SnapshotTable(partTable(.campaigns, campaigns), facets: ["app_key", "job_key"], newestBy: "day"),
      SnapshotTable(partTable(.networks, networks), facets: ["app_key", "network_type"], newestBy: "day"),
      SnapshotTable(partTable(.brands, brands), facets: ["app_key", "brand"], newestBy: "day"),
      SnapshotTable(
        versionTable,
        facets: ["app_key", "app_version", "os_version"], newestBy: "day"),
      SnapshotTable(buildTable, facets: ["app_version", "os_version"], limitedBy: "eligible_opened"),
      SnapshotTable(
        withDay(
          DataSet.failures(failures, scope).appending(
            [.count("total", "all failures of the same day, app_key, channel and kind: what share is of")]
          ) { [totals = DataSet.failureTotals(failures)] place, _ in [.integer(Int64(totals[place]))] }
        ),
        facets: ["app_key", "channel", "kind", "reason_code", "reason_text"], newestBy: "day"),
      SnapshotTable(
        withDay(DataSet.latency(days, scope)), facets: ["app_key", "channel", "bucket"], newestBy: "day"),
      SnapshotTable(
        withSeconds(
          DataSet.messages(messages, zone, further: DataSetDescription.messages.missingCounters),
          of: ["first_sent", "last_sent"]),
        facets: ["app_key", "job_key"], limitedBy: "measurable", newestBy: "first_sent_ms"),
      SnapshotTable(ranked(DataSet.findings(findings, rows: rows)), facets: ["severity", "code", "app_key"]),
      SnapshotTable(
        withSeconds(DataSet.flags(flags, zone), of: ["sent"]),
        facets: ["flag", "app_key", "message_id", "detail"],
        newestBy: "sent_ms"),
      SnapshotTable(filesWithSeconds, facets: ["format"], newestBy: "finished_s"),
    ]
  }

  private var versionTable: DataSet {
    let places = versions.placesByDay
    return withDay(
      DataSet.appVersions(versions, scope).withAllCounters { [versions] in versions.counts(at: places[$0]) })
  }

  private func partTable(_ description: DataSetDescription, _ cells: CohortCells) -> DataSet {
    let places = cells.placesByDay
    return withDay(
      DataSet.parts(description, cells, scope).withAllCounters { cells.counts(at: places[$0]) })
  }

  /// Each row's hour as seconds and its day, by which tables of days are joined.
  private var hourTable: DataSet {
    let (hourScope, places) = (scope.hours(in: zone), hours.placesByDay)
    return DataSet.hourly(hours, hourScope).withAllCounters { [hours] in hours.counts(at: places[$0]) }
      .appending([
        .seconds("hour_s", "start of the hour in seconds since 1970"),
        .day("day in which the hour begins, in the report's time zone"),
      ]) { [hours, zone] place, _ in
        let start = CohortScope.startOfHour(hourScope.days[hours.day(at: places[place])].start)
        let day = zone.day(of: Instant(milliseconds: start))
        return [.integer(start / 1000), .text(day.description)]
      }
  }

  /// Of 3,000 versions a week has half a million rows of days, too many for a question to add up while somebody waits.
  private var buildTable: DataSet {
    let description = DataSetDescription(
      "builds", row: "each AppKey, app version and OS version with a cohort, all days together",
      key: ["app_key", "app_version", "os_version"],
      columns: DataSetDescription.appVersions.columns.filter { $0.name != "day" })
    let builds = versions.summedOverDays()
    return DataSet(
      description,
      rows: DataRows(builds) { cell in
        [.text(cell.key.appKey)] + cell.key.parts.map(Cell.text) + RateColumns.cells(cell.counts)
      }
    ).withAllCounters { builds.counts(at: $0) }
  }

  /// Each row's day as seconds, which Grafana takes for a time.
  private func withDay(_ dataSet: DataSet) -> DataSet {
    let starts = Dictionary(
      uniqueKeysWithValues: scope.days.map { day in
        (day.name, zone.start(of: zone.day(of: Instant(milliseconds: day.start))).milliseconds / 1000)
      })
    return dataSet.appending(
      [.seconds("day_s", "start of the day in seconds since 1970")]
    ) { _, row in
      guard case .text(let day) = row[0], let start = starts[day] else { return [.null] }
      return [.integer(start)]
    }
  }

  /// Beside each time in milliseconds the same in seconds.
  ///
  /// - Parameter times: the columns' names without their endings.
  private func withSeconds(_ dataSet: DataSet, of times: [String]) -> DataSet {
    let places = times.map { time in dataSet.columns.firstIndex { $0.name == "\(time)_ms" } ?? 0 }
    return dataSet.appending(
      times.map { .epoch("\($0)_s", "\($0)_at in seconds since 1970", unit: "s UTC") }
    ) { _, row in places.map { row[$0].seconds } }
  }

  private var filesWithSeconds: DataSet {
    let times = fileColumns.indices.filter { fileColumns[$0].name.hasSuffix("_at") }
    return DataSet.files(files, columns: fileColumns, zone).appending(
      times.map { place in
        let name = fileColumns[place].name
        return .epoch("\(name.dropLast(3))_s", "\(name) in seconds since 1970", unit: "s UTC")
      }
    ) { [files] place, _ in times.map { files[place][$0].seconds } }
  }

  /// Findings by their place, since two may be about one scope; one about the whole ledger refers to no AppKey.
  private func ranked(_ dataSet: DataSet) -> DataSet {
    var description = dataSet.description
    description.key = ["rank"]
    description.columns =
      [.count("rank", "1 is the worst", unit: "number")] + description.columns
      + [.epoch("since_s", "since in seconds since 1970", unit: "s UTC")]
    let sorted = findings.sorted()
    return DataSet(
      description,
      rows: dataSet.rows.changed { place, row in
        var row = row
        let finding = sorted[place]
        if finding.appKey.isEmpty { row[2] = .null }
        let since = finding.since.map { Cell.integer($0.milliseconds).seconds } ?? .null
        return [.integer(Int64(place + 1))] + row + [since]
      })
  }
}

extension Cell {
  /// Milliseconds as whole seconds.
  fileprivate var seconds: Cell {
    guard case .integer(let milliseconds) = self else { return .null }
    return .integer(milliseconds / 1000)
  }
}

extension DataSetDescription {
  /// The counters that it has no column for.
  fileprivate var missingCounters: [Count] {
    Count.allCases.filter { count in !columns.contains { $0.name == count.name } }
  }
}

extension DataSet {
  /// With further columns behind the others; `cells` gives their cells, by the place of a row and by what it holds.
  fileprivate func appending(
    _ columns: [DataColumn], _ cells: @escaping @Sendable (_ place: Int, _ row: [Cell]) -> [Cell]
  ) -> DataSet {
    DataSet(description.appending(columns), rows: rows.changed { $1 + cells($0, $1) })
  }
  /// With the counters that it has no column for, so that nothing that was counted is missing.
  ///
  /// - Parameter counts: those of a row, by its place.
  fileprivate func withAllCounters(_ counts: @escaping @Sendable (_ place: Int) -> Counts) -> DataSet {
    let missing = description.missingCounters
    return appending(missing.map { .count($0.name, $0.definition) }) { place, _ in
      let counts = counts(place)
      return missing.map { .integer(Int64(counts[$0])) }
    }
  }
}
