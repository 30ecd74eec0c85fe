import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// The hours of a loaded run hold what it brought and nothing else, whatever is written meanwhile; without it they hold
/// the very rows that they would always have held.
struct LoadedHoursTests {
  private static let hour: Int64 = 3_600_000
  private static let views = [
    "hourly", "hourly_app_versions", "hourly_os_versions", "hourly_latency", "hourly_failures",
    "hourly_events",
  ]

  /// Pushes, other logs' names for them and payloads, over some hours.
  private static func lines(seed: UInt64, _ random: inout SeededGenerator) -> [RandomLinks.Line] {
    let lines = RandomLinks(160, seed: seed).lines.map { line in
      guard case .event(var event) = line else { return line }
      event.time += Int64.random(in: 0..<5, using: &random) * hour
      return .event(event)
    }
    let payloads = (0..<6).map { _ in
      RandomLinks.Line.note(
        .payload(
          PayloadNote(
            app: Bool.random(using: &random) ? "a" : "b",
            message: "m\(Int.random(in: 1...3, using: &random))",
            lint: Bool.random(using: &random) ? .alertMissing : [], bytes: 100)))
    }
    return (lines + payloads).shuffled(using: &random)
  }

  /// A run that counted three sends in each of its hours, and three events of a kind.
  private static func run(_ scope: Range<Int64>, _ kind: EventKind = .sent) throws -> LoadedSums {
    let cells: [Cell] = LoadedManifest.columns.map { $0.kind == .text ? .text("") : .integer(0) }
    var manifest = try #require(LoadedManifest(row: cells))
    let settings = LedgerSettings()
    (manifest.scope, manifest.settings) = (scope, settings.modelDigest)
    (manifest.ackTimeout, manifest.ackBudget) = (settings.ackTimeout, settings.ackBudget)
    manifest.newest = scope.upperBound - hour + 5
    let figures: [LoadedManifest.Figure] = [
      .lines, .eventLines, .eventsRead, .events, .eventsInScope, .deliveries, .deliveriesInScope,
    ]
    for figure in figures { manifest.counts[figure] = 3 * Int64(scope.count) / hour }
    let counts = Count.allCases.map { Cell.integer([.deliveries, .sent].contains($0) ? 3 : 0) }
    var rows: [LoadedRelation: [[Cell]]] = [:]
    for start in stride(from: scope.lowerBound, to: scope.upperBound, by: Int(hour)) {
      let key: [Cell] = [.integer(start / hour), .text("a")]
      rows[.channelHour, default: []].append(key + [.text("huawei")] + counts)
      rows[.versionHour, default: []].append(key + [.text("1"), .text("")] + counts)
      rows[.eventHour, default: []].append(key + [.text(kind.name), .integer(3), .integer(start + 5)])
    }
    return LoadedSums(manifest: manifest, rows: rows)
  }

  /// The sums of some spans of hours, or of all others.
  ///
  /// By names: references are given in another order where the first import is built.
  private static func sums(
    _ store: LedgerWriter, in spans: [Range<Int64>], isInside: Bool = true
  ) throws -> [String] {
    let inside = spans.map { "hour_at >= \($0.lowerBound) AND hour_at < \($0.upperBound)" }
    let condition = "\(isInside ? "" : "NOT") (\((["false"] + inside).joined(separator: " OR ")))"
    return try views.flatMap {
      try store.table("SELECT '\($0)', * FROM \($0) WHERE \(condition)").rows.map { "\($0)" }
    }.sorted()
  }

  @Test(arguments: seeds(0..<24 as Range<UInt64>))
  func
    `what is imported, linked, judged anew or pruned changes no loaded hour, and is there when the load goes`(
      seed: UInt64
    ) throws
  {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed + 4000)
    var lines = Self.lines(seed: seed, &random)
    let paths = (plain: folder.path("plain.db"), loaded: folder.path("loaded.db"))
    var (plain, loaded) = (
      try LedgerWriter.openForWriting(paths.plain), try LedgerWriter.openForWriting(paths.loaded)
    )
    var settings = LedgerSettings()
    var spans: [Range<Int64>] = []
    var brought: [Range<Int64>: [String]] = [:]
    let first = RandomLinks.start / Self.hour
    for _ in 0..<14 {
      switch Int.random(in: 0..<9, using: &random) {
      case 0..<4:
        let part = Array(lines.prefix(Int.random(in: 1...50, using: &random)))
        lines.removeFirst(part.count)
        if lines.isEmpty { lines = part }
        let runs = [Array(part.prefix(part.count / 2)), Array(part.suffix(part.count / 2))]
        let memory = BuildMemory(sortedBytes: 1 << 20, workers: 1)
        plain = try LinkedLedger.write([runs], paths.plain, memory: memory, settings: settings)
        loaded = try LinkedLedger.write([runs], paths.loaded, memory: memory, settings: settings)
      case 4, 5:
        let start = first + Int64.random(in: 0..<6, using: &random)
        let span = start * Self.hour..<(start + Int64.random(in: 1...3, using: &random)) * Self.hour
        let days = [DaySpan(name: "day", start: span.lowerBound, end: span.upperBound)]
        if spans.contains(where: { $0.overlaps(span) && $0 != span }) {
          #expect(throws: LoadRefusal.self) {
            try loaded.load(Self.run(span), days: days, settings: settings, from: "there")
          }
        } else {
          let outcome = try loaded.load(Self.run(span), days: days, settings: settings, from: "there")
          #expect(outcome.replaced == spans.contains(span))
          if !outcome.replaced { spans.append(span) }
          brought[span] = try Self.sums(loaded, in: [span])
          #expect(brought[span]?.count == 4 * span.count / Int(Self.hour))
        }
      case 6:
        guard let span = spans.randomElement(using: &random) else { continue }
        #expect(try loaded.removeLoads(in: span) == [span])
        spans.removeAll { $0 == span }
      case 7:
        settings.settle += 1
        for store in [plain, loaded] { #expect(try store.adopt(settings)) }
      default:
        let rule = PruneRule(before: (first + Int64.random(in: 0..<3, using: &random)) * Self.hour)
        let gone = try [plain, loaded].map { try Pruner($0, rule, batchSize: 2).run { false }.gone }
        #expect(gone[0] == gone[1])
      }
      #expect(
        try Self.sums(loaded, in: spans, isInside: false) == Self.sums(plain, in: spans, isInside: false))
      for span in spans { #expect(try Self.sums(loaded, in: [span]) == brought[span]) }
      #expect(try loaded.verify() == [])
      #expect(try Self.versions(loaded, outside: spans) == Self.versions(plain, outside: spans))
    }
    for span in spans { _ = try loaded.removeLoads(in: span) }
    #expect(try Self.sums(loaded, in: [], isInside: false) == Self.sums(plain, in: [], isInside: false))
    #expect(try loaded.fingerprint() == plain.fingerprint())
    #expect(try Self.versions(loaded, outside: []) == Self.versions(plain, outside: []))
  }

  /// What is counted of both versions together, hour by hour.
  private static func versions(_ store: LedgerReader, outside spans: [Range<Int64>]) throws -> [String] {
    let first = RandomLinks.start / hour - 2
    let days = (first..<first + 24).map { DaySpan(name: "", start: $0 * hour, end: ($0 + 1) * hour) }
      .filter { day in !spans.contains { $0.contains(day.start) } }
    return try store.versionCells(CohortScope(days: days, appKeys: [], asOf: .max / 2, settle: 0)).byDay.map {
      "\($0.key) \(days[$0.key.day].start) \($0.counts)"
    }
  }

  @Test func `the view of loads shows each figure of a manifest`() throws {
    let view = try #require(PublicView.all.first { $0.name == "rollup_loads" })
    let figures = LoadedManifest.Figure.allCases.map(\.rawValue)
    #expect(view.columns.suffix(figures.count).map(\.name) == figures)
  }

  @Test func `what others counted is not compared with a kind that only a run tells of`() throws {
    let folder = try ScratchFolder()
    let hour = RandomLinks.start / Self.hour * Self.hour
    func event(_ message: String, _ kind: EventKind) -> RandomLinks.Line {
      .event(PlainEvent(app: "a", message: message, device: "d", kind: kind, time: hour))
    }
    let total = TotalNote(source: "console", app: "a", message: "m1", counts: [.extAck: 3], countedAt: nil)
    let store = try LinkedLedger.write([[[event("m1", .sent), .note(.total(total))]]], folder.path("a.db"))
    func counted() throws -> [[Cell]] { try store.table("SELECT ledger_count FROM totals").rows }
    #expect(try counted() == [[.null]])
    let scope = hour + 3 * Self.hour..<hour + 4 * Self.hour
    _ = try store.load(
      Self.run(scope, .extAck), days: [DaySpan(name: "day", start: scope.lowerBound, end: scope.upperBound)],
      settings: LedgerSettings(), from: "there")
    #expect(try counted() == [[.null]])
    _ = try LinkedLedger.write([[[event("m2", .extAck)]]], folder.path("a.db"))
    #expect(try counted() == [[.integer(0)]])
  }
}
