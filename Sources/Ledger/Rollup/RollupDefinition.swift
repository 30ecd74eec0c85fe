import ReceiptModel
import SQLite

/// The rollups computed from the deliveries by SQL.
///
/// The writer's sums must equal them; they make the sums again when a setting changes, and count an hour that a day or
/// the as-of time cuts in two.
enum RollupDefinition {
  /// A part of the deliveries; a stored rollup table is the case of all of them.
  struct Scope {
    /// Where the facts `f` come from: the deliveries that the sums count, or with `delivery_fact` all.
    var facts = "counted_fact"
    /// Conditions on `f`, each beginning with AND.
    var filter = ""
    /// Only deliveries sent up to here are settled; `nil` takes all as settled, as the stored rollups do.
    var settledUntil: Int64?

    static let everything = Scope()
  }

  /// Every table of sums by hour with the SELECT of what its counted hours hold, in the order of its columns.
  ///
  /// - Parameters:
  ///   - scope: the deliveries whose cohorts count.
  ///   - events: see `eventHours`.
  static func hours(
    _ scope: Scope = .everything, events: String = eventHours()
  ) -> [(name: String, sql: String)] {
    CohortTable.allCases.filter { $0 != .versions }.map { ($0.name, cohorts($0, scope)) }
      + [
        ("latency_hour", latencyHours(scope)), ("failure_hour", failureHours(scope)), ("event_hour", events),
      ]
  }

  /// What the counted hours of a table of cohorts hold.
  static func cohorts(_ table: CohortTable, _ scope: Scope) -> String {
    let hours = table.hours == 1 ? "" : " / \(table.hours) * \(table.hours)"
    return cells(hour: "f.cohort_at / 3600000\(hours)", part: table.part, join: table.join, scope)
  }

  /// Each counted delivery of a cohort: its hour, AppKey and part in every table of cohorts, in their order, the latency of
  /// its ack, and a number with the bits of a `CountSet`.
  static var deliveryCounters: String {
    let parts = CohortTable.allCases.map(\.part)
    let columns = CohortTable.allCases.map {
      switch $0 {
      case .channels: "f.channel_ref"
      case .versions: "b.version_ref"
      case .appVersions, .osVersions: "p.\($0.part)"
      }
    }
    let deliveries = judgedDeliveries(
      part: columns.joined(separator: ", "), join: CohortTable.appVersions.join, .everything)
    return LedgerSQL.statement(
      "definitions/delivery-counters",
      ["parts": parts.joined(separator: ", "), "deliveries": deliveries])
  }

  /// Each delivery of a cohort, with its message and job; also those that are known from loaded sums.
  static var jobs: String {
    judgedDeliveries(
      part: "f.message_ref, j.job_key", join: "JOIN context AS j ON j.ref = f.context_ref",
      Scope(facts: "delivery_fact"))
  }

  /// The rows of a table of sums by hour that were counted of the log, as what follows `SELECT *` or `DELETE`.
  static func counted(_ table: String) -> String {
    LedgerSQL.statement("definitions/counted-sums", ["table": table])
  }

  /// - Parameter hour: of the delivery's facts `f`, and so `part`.
  static func latencyHours(
    _ scope: Scope, hour: String = "f.cohort_at / 3600000", part: String = "f.channel_ref"
  ) -> String {
    LedgerSQL.statement(
      "definitions/latency-sums",
      ["hour": hour, "part": part, "facts": scope.facts, "filter": scope.filter])
  }

  /// The reason of a failed arrival that only links tell of, where they give one: that of the earliest.
  ///
  /// - Parameter delivery: a row of `delivery`.
  static func linkedReason(_ delivery: String) -> String {
    LedgerSQL.statement("definitions/linked-reason", ["delivery": delivery])
  }

  static func failureHours(_ scope: Scope) -> String {
    LedgerSQL.statement(
      "definitions/failure-sums",
      ["facts": scope.facts, "filter": scope.filter, "linked_reason": linkedReason("f")])
  }

  /// The counters of events by hour, AppKey and kind, in the hours that are counted from the log.
  ///
  /// - Parameters:
  ///   - messages: a SELECT of the references of messages whose events count; `nil` for all.
  ///   - condition: what must hold of an event `e`.
  static func eventHours(of messages: String? = nil, where condition: String = "true") -> String {
    LedgerSQL.statement(
      "definitions/event-sums",
      [
        "belongs": messages.map { "message_ref IN (\($0))" } ?? "true", "condition": condition,
      ])
  }

  private static func cells(
    hour: String = "f.cohort_at / 3600000", part: String, join: String = "", _ scope: Scope
  ) -> String {
    LedgerSQL.statement(
      "definitions/cohort-sums",
      ["deliveries": judgedDeliveries(hour: hour, part: "\(part) AS part", join: join, scope)])
  }

  private static func judgedDeliveries(
    hour: String = "f.cohort_at / 3600000", part: String, join: String, _ scope: Scope
  ) -> String {
    LedgerSQL.statement(
      "definitions/judged-deliveries",
      [
        "hour": hour, "part": part, "join": join, "facts": scope.facts, "filter": scope.filter,
        "settled_until": "\(scope.settledUntil ?? .max)",
      ])
  }
}

extension CohortTable {
  /// What has to be joined to a delivery's facts `f` for the table's part.
  fileprivate var join: String {
    let build = "JOIN build AS b ON b.ref = f.build_ref"
    return switch self {
    case .channels: ""
    case .versions: build
    case .appVersions, .osVersions: "\(build) JOIN version_pair AS p ON p.ref = b.version_ref"
    }
  }
}

extension LedgerReader {
  /// Empties the rollups and computes them again from the deliveries.
  func rebuildRollups() throws {
    try registerLatencyBucket()
    for (table, sql) in RollupDefinition.hours() {
      try database.execute("DELETE \(RollupDefinition.counted(table)); INSERT INTO \(table) \(sql)")
    }
    let periods = RollupDefinition.cohorts(.versions, .everything)
    try database.execute(
      "DELETE FROM \(CohortTable.versions.name); INSERT INTO \(CohortTable.versions.name) \(periods)")
    try sumEvents()
  }

  /// Computes `event_sum` again from the events by hour.
  func sumEvents() throws {
    try database.execute("DELETE FROM event_sum; INSERT INTO event_sum \(Schema.eventSums)")
  }

  /// Makes `LatencyBucket.bucket(of:)` callable as `latency_bucket(ms)` in this connection's SQL.
  func registerLatencyBucket() throws {
    let bucket = SQLFunction(
      "latency_bucket", arguments: 1,
      .value { cells in
        guard case .integer(let milliseconds) = cells[0] else { return .null }
        return .integer(Int64(LatencyBucket.bucket(of: milliseconds)))
      })
    try database.register(bucket)
  }
}
