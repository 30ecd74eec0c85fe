import Importing
import Ledger
import Loading
import LogReading
import ReceiptModel
import ReferenceLedger
import SQLite
import TestSupport

/// A random log, days of it, and what an engine would write of them.
struct LoadedCase {
  let log: ReceiptCase
  let zone: ReportZone
  /// The days that are computed, as a span of milliseconds UTC.
  let scope: Range<Int64>
  let run: WrittenRun

  /// - Parameter isPart: whether only some of the log's days are computed.
  init(seed: UInt64, isPart: Bool = false, zone: ReportZone = .utc, sampleLimit: Int = 2) throws {
    log = try ReceiptCase(seed: seed)
    self.zone = zone
    var days = Set(log.events.map { zone.day(of: Instant(milliseconds: $0.timeMilliseconds)) }).sorted()
    if isPart {
      var random = SeededGenerator(seed: seed ^ 77)
      let first = Int.random(in: 0..<days.count, using: &random)
      days = Array(days[first...Int.random(in: first..<days.count, using: &random)])
    }
    let start = days.first.map { zone.start(of: $0).milliseconds } ?? 0
    let end = days.last.map { zone.start(of: $0.adding(days: 1)).milliseconds } ?? 0
    scope = start..<end
    run = try WrittenRun(
      Self.known.value(of: "\(seed) \(scope) \(sampleLimit)") { [log, scope] in
        try WrittenRun.relations(
          log.model(scope: scope, sampleLimit: sampleLimit), settings: log.settings, lines: log.events.count)
      })
  }

  /// The relations of runs by log, scope and limit of samples.
  private static let known = Known<String, [String: [String]]>()

  /// A case of which every relation has rows.
  static func rich() throws -> LoadedCase {
    for seed in 0..<100 as Range<UInt64> {
      let days = try LoadedCase(seed: seed)
      let relations = LoadedRelation.allCases.filter { $0 != .rejectedReason }
      if try relations.allSatisfy({ try !days.run.text(of: $0.rawValue).isEmpty }) { return days }
    }
    throw CancellationError()
  }

  /// A ledger without any log.
  func empty(_ name: String = "empty.db") throws -> LedgerWriter {
    try LedgerWriter.openForWriting(log.path(name))
  }

  /// A ledger with the whole log.
  func full(_ name: String = "full.db") throws -> LedgerWriter {
    let store = try empty(name)
    try log.importLog(into: store)
    return store
  }

  /// Loads the run, and opens what came of it as readers do.
  @discardableResult func load(into store: LedgerWriter) throws -> (LedgerReader, LoadOutcome) {
    let read = try SumsFolder(path: run.path).read()
    let days = try LoadRules(settings: log.settings, zone: zone, mostRejects: .usual)
      .days(of: read.manifest, from: run.path)
    let outcome = try store.load(read, days: days, settings: log.settings, from: run.path)
    return (try LedgerReader.openForReading(store.path), outcome)
  }

  /// All hours of the log and of the run, as one day each, judged when all has come in.
  var cohorts: CohortScope {
    let newest = log.events.map(\.timeMilliseconds).max() ?? 0
    let first = min(scope.lowerBound, log.events.map(\.timeMilliseconds).min() ?? 0)
    var days: [DaySpan] = []
    var day = zone.day(of: Instant(milliseconds: first))
    while zone.start(of: day).milliseconds < max(scope.upperBound, newest) {
      let next = day.adding(days: 1)
      days.append(
        DaySpan(
          name: day.description, start: zone.start(of: day).milliseconds,
          end: zone.start(of: next).milliseconds))
      day = next
    }
    let asOf = max(scope.upperBound, newest) + 2 * 86_400_000
    return CohortScope(days: days, appKeys: [], asOf: asOf, settle: log.settings.settle)
  }

  /// Cells as text, the same for the same cells.
  static func cells(_ cells: [CohortCell]) -> [String] {
    cells.map { cell in
      let counts = Count.allCases.map { cell.counts[$0] }
      return "\(cell.key) \(counts) \(cell.latencies.counts.sorted { $0.key < $1.key })"
    }
  }

  /// Everything that sums answer, as text.
  static func sums(_ store: LedgerReader, _ scope: CohortScope) throws -> [String] {
    let counters = Count.allCases.map(\.name).joined(separator: ", ")
    let views = [
      "SELECT hour_at, app_key, channel, is_measurable, \(counters) FROM hourly",
      "SELECT hour_at, app_key, app_version, \(counters) FROM hourly_app_versions",
      "SELECT hour_at, app_key, os_version, \(counters) FROM hourly_os_versions",
      "SELECT * FROM hourly_latency", "SELECT * FROM hourly_failures", "SELECT * FROM hourly_events",
    ]
    let health = try store.health(scope)
    return try views.flatMap { try store.database.rows($0).map { "\($0)" } }
      + cells(store.channelCells(scope)) + cells(store.versionCells(scope).byDay)
      + store.failureCells(scope).map { "\($0)" } + store.flagCounts(scope).map { "\($0)" }
      + ["\(health.freshness)", "\(health.events)", "\(health.quietHours)"]
  }
}
