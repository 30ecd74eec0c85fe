import Prose
import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// What judgements found, kept beside the events.
struct JudgementTests {
  private static let hour: Int64 = 3_600_000
  private static let start: Int64 = 500_000 * hour
  private static let end = start + 10 * hour

  private static func finding(_ version: String = "1") -> Finding {
    var finding = Finding(
      .extensionSilent, .critical, appKey: "333", scope: .of(.appVersion, version).and(.time, "at night"),
      since: Instant(milliseconds: 5), deliveries: 7, observed: 0.25, expected: 0.5, interval: 0.1...0.3,
      cause: "no extension", rivals: [Rival("chance")], nextStep: "look")
    (finding.state, finding.firstSeen, finding.sinceIsExact) = (.ongoing, Instant(milliseconds: 6), true)
    return finding
  }

  private static func judgement(
    _ findings: [Finding] = [finding()], end: Int64 = end, isShown: Bool = true
  ) -> KeptJudgement {
    KeptJudgement(
      end: end, asOf: end + 1, settings: "s", isShown: isShown, findings: findings.map { ($0, "command") },
      language: .english)
  }

  private func store() throws -> (ScratchFolder, LedgerWriter) {
    let folder = try ScratchFolder()
    return (folder, try LedgerWriter.openForWriting(folder.path("a.db")))
  }

  private static func seen(_ store: LedgerReader, end: Int64 = end, settings: String = "s") throws
    -> [SeenFinding]?
  {
    try store.seenFindings(end: end, asOf: end + 1, settings: settings)
  }

  private static func merge(at time: Int64, into store: LedgerWriter) throws {
    var batch = EventBatch(capacity: 4)
    batch.append(
      PlainEvent(
        app: "333", message: "m\(time)", device: "d", kind: .sent, time: time, attributes: [:]))
    _ = try BatchCommitter(store, settings: LedgerSettings()).commit(
      batch.sorted(), files: [], clock: Instant(milliseconds: 0))
  }

  @Test func `the view shows the last judgement, worst first`() throws {
    let (folder, store) = try store()
    try store.keep([Self.judgement([Self.finding("2")])])
    try store.keep([
      Self.judgement([Self.finding("9")], end: Self.end - 1, isShown: false),
      Self.judgement([Self.finding("3"), Self.finding("1")], end: Self.end + 1),
    ])
    let rows = try store.table(
      """
      SELECT scope, severity, state, first_seen_at, since_at, since_is_exact, deliveries, devices, observed,
        interval_high, cause, rivals, command, as_of_ms FROM findings
      """
    ).rows
    #expect(
      rows.map { $0[0] } == [.text("app_version 3, time at night"), .text("app_version 1, time at night")])
    #expect(
      Array(rows[0].dropFirst()) == [
        .text("critical"), .text("ongoing"), .integer(6), .integer(5), .integer(1), .integer(7), .null,
        .real(0.25), .real(0.3), .text("no extension"), .text("chance"), .text("command"),
        .integer(Self.end + 2),
      ])
    _ = folder
  }

  @Test func `what was seen is known by what stays, and only as of the same settings`() throws {
    let (folder, store) = try store()
    try store.keep([Self.judgement(isShown: false)])
    let name = FindingName(.extensionSilent, appKey: "333", scope: "app_version 1")
    #expect(
      try Self.seen(store) == [
        SeenFinding(name, .critical, since: Instant(milliseconds: 5), sinceIsExact: true)
      ])
    #expect(try Self.seen(store, settings: "others") == nil)
    #expect(try Self.seen(store, end: Self.end - 1) == nil)
    _ = folder
  }

  @Test
  func
    `what an earlier judgement found is read with its numbers, and without words that it does not outlive`()
    throws
  {
    let (folder, store) = try store()
    var longer = Self.finding("2")
    (longer.judged, longer.rows, longer.devices) = (3..<9, "deliveries-of", 4)
    longer.interval = nil
    let found = [Self.finding(), longer]
    try store.keep([Self.judgement(found, isShown: false)])
    func read() throws -> [Finding]? {
      try store.foundEarlier(end: Self.end, asOf: Self.end + 1, settings: "s")
    }
    let expected = found.map { finding in
      var kept = finding
      (kept.scope, kept.cause, kept.rivals, kept.nextStep) = (finding.scope.lasting, .empty, [], .empty)
      (kept.state, kept.firstSeen) = (.new, nil)
      return kept
    }
    #expect(try read() == expected)
    try store.keep([Self.judgement(found)])
    #expect(try read() == nil)
    _ = folder
  }

  @Test(arguments: [(-1, false), (0, true), (1, true)] as [(Int64, Bool)])
  func `an event takes away the worth of judgements whose stretch ends after its hour began`(
    hours: Int64, stays: Bool
  ) throws {
    let (folder, store) = try store()
    try Self.merge(at: Self.start, into: store)
    try store.keep([Self.judgement()])
    try Self.merge(at: Self.end + hours * Self.hour + 1, into: store)
    #expect(try (Self.seen(store) != nil) == stays)
    #expect(try store.showsJudgement(asOf: Self.end + 1, settings: "s") == stays)
    #expect(try store.database.integer("SELECT count(*) FROM findings") == 1)
    _ = folder
  }

  @Test func `other settings and pruning take it away, too`() throws {
    let (folder, store) = try store()
    try Self.merge(at: Self.start, into: store)
    try store.keep([Self.judgement()])
    var settings = LedgerSettings()
    settings.settle += 1
    try store.adopt(settings)
    #expect(try Self.seen(store) == nil)
    try store.keep([Self.judgement()])
    _ = try Pruner(store, PruneRule(before: Self.start - 1)).run { false }
    #expect(try store.database.integer("SELECT count(*) FROM finding") == 0)
    _ = folder
  }

  @Test func `judgements that nobody can ask for go`() throws {
    let (folder, store) = try store()
    for day: Int64 in 0..<60 {
      let end = Self.end + day * 24 * Self.hour
      try store.keep([Self.judgement(end: end, isShown: false), Self.judgement(end: end + Self.hour)])
    }
    #expect(try store.database.integer("SELECT count(*) FROM judgement") == 41)
    #expect(try store.database.integer("SELECT count(DISTINCT judgement_ref) FROM finding") == 41)
    _ = folder
  }

  @Test func `a word that a finding is known replaces an earlier one, and can be taken back`() throws {
    let (folder, store) = try store()
    let name = FindingName(Self.finding())
    let words = ["soon", "later"].enumerated().map { place, reason in
      Acknowledgement(name, .warning, until: Instant(milliseconds: Int64(place)), reason: reason)
    }
    for word in words { try store.acknowledge(word) }
    #expect(try store.acknowledgements() == [words[1]])
    #expect(try store.forget(name))
    #expect(try !store.forget(name))
    #expect(try store.acknowledgements() == [])
    _ = folder
  }

  @Test func `explanations get what stood in each judgement that holds today, by their ends`() throws {
    let (folder, store) = try store()
    var gone = Self.finding("2")
    gone.state = .resolved
    try store.keep([
      Self.judgement([Self.finding("3"), gone], end: Self.end + 24 * Self.hour),
      Self.judgement(isShown: false),
    ])
    func days(asOf: Int64 = .max) throws -> [JudgedDay] { try store.judgedDays(asOf: asOf) }
    #expect(try days().map(\.end) == [Self.end, Self.end + 24 * Self.hour])
    let told = Self.finding("3")
    #expect(
      try days().last?.findings == [
        KeptFinding(SeenFinding(told), scope: told.scope.text, cause: told.cause.plain())
      ])
    #expect(try days(asOf: Self.end + 1).map(\.end) == [Self.end])
    try Self.merge(at: Self.end, into: store)
    #expect(try days().map(\.end) == [Self.end])
    _ = folder
  }
}
