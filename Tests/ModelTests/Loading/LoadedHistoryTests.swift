import Ledger
import Loading
import ReceiptModel
import SQLite
import TestSupport
import Testing

/// Imports, loads and removals in any order: the ledger is that of what was imported and what is loaded in the end.
@Suite struct LoadedHistoryTests {
  private static let parts = 3
  private static let day: Int64 = 86_400_000

  /// Everything that the ledger answers, but which file brought it.
  private static func answers(_ path: String, _ scope: CohortScope) throws -> [String] {
    let store = try LedgerReader.openForReading(path)
    #expect(try store.verify() == [])
    let views = PublicView.all.map(\.name).filter { !["files", "rejects"].contains($0) }
    return try views.flatMap { view in
      try store.database.rows("SELECT * FROM \(view)").map { "\(view): \($0)" }
    } + LoadedCase.sums(store, scope)
  }

  /// A run of some of a log's days; what it counts is of the whole log.
  private static func run(of days: LoadedCase, _ random: inout SeededGenerator) throws -> (
    scope: Range<Int64>, files: WrittenRun
  ) {
    let count = (days.scope.upperBound - days.scope.lowerBound) / day
    let first = Int64.random(in: 0..<count, using: &random)
    let end = Int64.random(in: first..<min(count, first + 3), using: &random) + 1
    let scope = days.scope.lowerBound + first * day..<days.scope.lowerBound + end * day
    let files = try WrittenRun(
      days.log.model(scope: scope), settings: days.log.settings, lines: days.log.events.count,
      run: "run-\(scope.lowerBound / day)-\(scope.upperBound / day)")
    return (scope, files)
  }

  private static func load(_ run: WrittenRun, of days: LoadedCase, into store: LedgerWriter) throws {
    let read = try SumsFolder(path: run.path).read()
    let spans = try LoadRules(settings: days.log.settings, zone: .utc, mostRejects: .usual)
      .days(of: read.manifest, from: run.path)
    _ = try store.load(read, days: spans, settings: days.log.settings, from: run.path)
  }

  @Test(arguments: seeds(0..<24 as Range<UInt64>))
  func `the order of imports, loads and removals does not matter, but for what is there in the end`(
    seed: UInt64
  ) throws {
    let days = try LoadedCase(seed: seed)
    var random = SeededGenerator(seed: seed + 5000)
    let store = try days.empty("history.db")
    var imported: Set<Int> = []
    var loaded: [Range<Int64>: WrittenRun] = [:]
    for _ in 0..<10 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let part = Int.random(in: 0..<Self.parts, using: &random)
        try days.log.importLog(part: part, of: Self.parts, into: store)
        imported.insert(part)
      case 2, 3:
        let (scope, run) = try Self.run(of: days, &random)
        if loaded.keys.contains(where: { $0.overlaps(scope) && $0 != scope }) {
          #expect(throws: LoadRefusal.self) { try Self.load(run, of: days, into: store) }
        } else {
          try Self.load(run, of: days, into: store)
          loaded[scope] = run
        }
      default:
        guard let scope = loaded.keys.sorted(by: { $0.lowerBound < $1.lowerBound }).first else { continue }
        _ = try store.removeLoads(in: scope)
        loaded[scope] = nil
      }
    }
    let plain = try days.empty("plain.db")
    for part in imported.sorted() { try days.log.importLog(part: part, of: Self.parts, into: plain) }
    let wanted = try days.empty("wanted.db")
    for part in imported.sorted() { try days.log.importLog(part: part, of: Self.parts, into: wanted) }
    for run in loaded.values { try Self.load(run, of: days, into: wanted) }
    #expect(try Self.answers(store.path, days.cohorts) == Self.answers(wanted.path, days.cohorts))

    for scope in loaded.keys { _ = try store.removeLoads(in: scope) }
    #expect(try Self.answers(store.path, days.cohorts) == Self.answers(plain.path, days.cohorts))
  }
}
