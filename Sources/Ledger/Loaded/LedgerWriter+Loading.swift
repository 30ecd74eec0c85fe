import Prose
package import ReceiptModel
import SQLite

/// What a load did.
package struct LoadOutcome: Equatable, Sendable {
  /// Whether it took the place of an earlier load of the same hours.
  package var replaced = false
  /// Deliveries of that earlier load; 0 when there was none.
  package var formerDeliveries = 0
  /// Deliveries that were sent in these hours by logs that were imported; they stay in the ledger and count nowhere.
  package var uncounted = 0

  package init() {}
}

extension LedgerWriter {
  /// Takes the sums of a run into the ledger, as a whole or not at all; from then on they answer for their hours.
  ///
  /// The sums take the place of the ledger's own, or of those of a run of exactly the same hours. Call this as the
  /// holder of the lock.
  ///
  /// - Parameters:
  ///   - days: those that the hours make up.
  ///   - settings: the configuration's, by which the run has to be counted.
  ///   - place: where the run was read, to be named in a refusal.
  /// - Throws: `LoadRefusal`; `SQLiteError`. Then the ledger is as it was.
  package func load(
    _ run: LoadedSums, days: [DaySpan], settings: LedgerSettings, from place: String
  ) throws -> LoadOutcome {
    try database.transaction {
      try database.outdateJudgements()
      try adoptInTransaction(settings)
      let scope = run.manifest.scope
      try refuseHoursOfOthers(scope, place)
      try refuseSamples(of: run, place)
      var outcome = LoadOutcome()
      outcome.formerDeliveries = Int(
        try database.integer(
          "SELECT deliveries_in_scope FROM loaded_run WHERE start_ms = \(scope.lowerBound)") ?? 0)
      outcome.replaced = try removeRun(startingAt: scope.lowerBound)
      try deleteSums(of: scope)
      try insert(run.manifest, days)
      var writer = try LoadedRowWriter(in: database, settings: settings, runStart: scope.lowerBound)
      for relation in LoadedRelation.allCases where relation != .manifest {
        try writer.write(run.rows[relation] ?? [], of: relation)
      }
      try sumVersions(in: scope)
      try countPeriods(in: beside(scope))
      try sumEvents()
      // Pruned deliveries stay away, whatever brings them back.
      if let watermark = try watermark() { try removeSamples(before: watermark) }
      let problems = try loadedProblems(of: scope.lowerBound)
      guard problems.isEmpty else {
        throw LoadRefusal(
          .folder, at: place, "its sums contradict each other: \(problems.joined(separator: "; "))",
          remedy: "compute it again; nothing of it was loaded")
      }
      outcome.uncounted = Int(
        try database.integer(
          """
          SELECT count(*) FROM delivery_fact AS f WHERE f.has_device
            AND f.message_ref IN (\(messages(withCohortsIn: scope)))
            AND f.cohort_at >= \(scope.lowerBound) AND f.cohort_at < \(scope.upperBound)
          """) ?? 0)
      return outcome
    }
  }

  /// Removes the runs whose days all lie in a span, and counts the ledger's own deliveries there again.
  ///
  /// - Returns: the days that were removed, in milliseconds UTC and in order.
  /// - Throws: `LoadRefusal` when a run has days inside and outside the span; `SQLiteError`.
  package func removeLoads(in span: Range<Int64>) throws -> [Range<Int64>] {
    database.interruptStatements(when: shouldStop)
    defer { database.letStatementsRun() }
    return try database.transaction {
      try database.outdateJudgements()
      let standing = try loads().filter { $0.scope.overlaps(span) }
      if let cut = standing.first(where: {
        $0.scope.lowerBound < span.lowerBound || $0.scope.upperBound > span.upperBound
      }) {
        throw LoadRefusal(
          .ledger, at: path,
          "the run '\(cut.name)' was loaded as a whole and has days outside the named ones",
          remedy: "name all its days, in the time zone they were loaded with; the view loaded_days has them")
      }
      guard !standing.isEmpty else { return [] }
      var days: [Range<Int64>] = []
      for load in standing {
        days += try summedDays(in: load.scope).map(\.span)
        _ = try removeRun(startingAt: load.scope.lowerBound)
        try deleteSums(of: load.scope)
        try count(load.scope)
        try countPeriods(in: [periods(touching: load.scope)])
      }
      try sumEvents()
      return days
    }
  }

  private func refuseSamples(of run: LoadedSums, _ place: String) throws {
    if try pseudonymMark() != nil, run.rows[.flagSample]?.isEmpty == false {
      throw LoadRefusal(
        .ledger, at: place,
        "its samples of flagged deliveries name devices, and the ledger holds pseudonyms only",
        remedy: "compute it again without samples (sample_limit 0)")
    }
  }

  private func insert(_ manifest: LoadedManifest, _ days: [DaySpan]) throws {
    let figures = LoadedManifest.Figure.allCases
    let insert = try database.prepare(
      """
      INSERT INTO loaded_run(start_ms, end_ms, run, engine, engine_version, settings, ack_timeout_ms, ack_budget_ms,
        sample_limit, newest_ms, \(figures.map(\.rawValue).joined(separator: ", ")))
      VALUES (\((1...10 + figures.count).map { "?\($0)" }.joined(separator: ", ")))
      """)
    insert.bind(manifest.scope.lowerBound, at: 1)
    insert.bind(manifest.scope.upperBound, at: 2)
    for (index, text) in [manifest.run, manifest.engine, manifest.engineVersion, manifest.settings]
      .enumerated()
    {
      insert.bind(text, at: 3 + index)
    }
    for (index, number) in [manifest.ackTimeout, manifest.ackBudget, manifest.sampleLimit].enumerated() {
      insert.bind(number, at: 7 + index)
    }
    insert.bind(manifest.newest, at: 10)
    for (index, figure) in figures.enumerated() { insert.bind(manifest.counts[figure] ?? 0, at: 11 + index) }
    try insert.run()
    let day = try database.prepare("INSERT INTO loaded_day VALUES (?1, ?2, ?3)")
    for span in days {
      day.bind(span.start, at: 1)
      day.bind(span.end, at: 2)
      day.bind(manifest.scope.lowerBound, at: 3)
      try day.run()
    }
  }

  /// - Returns: whether there was such a run.
  private func removeRun(startingAt start: Int64) throws -> Bool {
    for table in ["flag_sample", "loaded_reason", "loaded_day"] {
      try database.execute("DELETE FROM \(table) WHERE run_start_ms = \(start)")
    }
    try database.execute("DELETE FROM loaded_run WHERE start_ms = \(start)")
    return database.changes > 0
  }

  /// Deletes the sums of whole hours, no matter what counted them.
  private func deleteSums(of scope: Range<Int64>) throws {
    for table in RollupDefinition.hours().map(\.name) + ["flag_hour", "loaded_version_hour"] {
      try delete(from: table, scope)
    }
    try delete(from: CohortTable.versions.name, periods(touching: scope))
  }

  private func delete(from table: String, _ scope: Range<Int64>) throws {
    try database.execute(
      """
      DELETE FROM \(table)
      WHERE hour >= \(scope.lowerBound / 3_600_000) AND hour < \(scope.upperBound / 3_600_000)
      """)
  }

  /// The rows of `version_period` that have a part of a scope, as a span.
  private func periods(touching scope: Range<Int64>) -> Range<Int64> {
    let length = CohortTable.versions.hours * 3_600_000
    return scope.lowerBound / length * length..<(scope.upperBound + length - 1) / length * length
  }

  /// What those rows have beside the scope.
  private func beside(_ scope: Range<Int64>) -> [Range<Int64>] {
    let periods = periods(touching: scope)
    return [periods.lowerBound..<scope.lowerBound, scope.upperBound..<periods.upperBound]
      .filter { !$0.isEmpty }
  }

  /// Counts the deliveries of some spans, of which `version_period` has nothing yet.
  private func countPeriods(in spans: [Range<Int64>]) throws {
    guard !spans.isEmpty else { return }
    let cohorts = spans.map { span in
      """
      (f.message_ref IN (\(messages(withCohortsIn: span)))
        AND f.cohort_at >= \(span.lowerBound) AND f.cohort_at < \(span.upperBound))
      """
    }
    let scope = RollupDefinition.Scope(filter: "AND (\(cohorts.joined(separator: " OR ")))")
    try database.execute(
      "INSERT INTO \(CohortTable.versions.name) \(RollupDefinition.cohorts(.versions, scope))")
  }

  /// Adds up the loaded counters of both versions together to those of each.
  private func sumVersions(in scope: Range<Int64>) throws {
    for table in [CohortTable.appVersions, .osVersions] {
      let (first, end) = (scope.lowerBound / 3_600_000, scope.upperBound / 3_600_000)
      let sums = LedgerSQL.statement(
        "loaded/version-sums", ["part": table.part, "first": "\(first)", "end": "\(end)"])
      try database.execute("INSERT INTO \(table.name) \(sums)")
    }
  }

  /// Counts the deliveries and events of whole hours that have no sums.
  private func count(_ scope: Range<Int64>) throws {
    try registerLatencyBucket()
    func isInside(_ moment: String) -> String {
      "\(moment) >= \(scope.lowerBound) AND \(moment) < \(scope.upperBound)"
    }
    let cohorts = "AND f.message_ref IN (\(messages(withCohortsIn: scope))) AND \(isInside("f.cohort_at"))"
    let events = RollupDefinition.eventHours(of: messages(withEventsIn: scope), where: isInside("e.at_ms"))
    for (table, sql) in RollupDefinition.hours(.init(filter: cohorts), events: events) {
      try database.execute("INSERT INTO \(table) \(sql)")
    }
  }
}
