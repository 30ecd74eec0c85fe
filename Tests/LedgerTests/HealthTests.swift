import Ledger
import ReceiptModel
import TestSupport
import Testing

struct HealthTests {
  private static let hour: Int64 = 3_600_000
  /// The beginning of a UTC day.
  private static let start: Int64 = 1_789_948_800_000
  private let scope = CohortScope(
    days: [DaySpan(name: "d", start: start, end: start + 24 * hour)], appKeys: [], asOf: start + 30 * hour,
    settle: 0)

  private func event(
    _ kind: EventKind, _ device: String = "d1", app: String = "k1", at offset: Int64, raw: String = ""
  ) -> PlainEvent {
    PlainEvent(app: app, message: "m1", device: device, kind: kind, raw: raw, time: Self.start + offset)
  }

  private func ledger(_ events: [PlainEvent], files: [FileProgress] = [], in folder: ScratchFolder) throws
    -> LedgerWriter
  {
    let store = try LedgerWriter.openForWriting(folder.path("\(events.count)-\(files.count).db"))
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 4096)
    for event in events { batch.append(event) }
    _ = try writer.commit(batch.sorted(), files: files, clock: Instant(milliseconds: 0))
    return store
  }

  /// - Parameter times: those that stand in the lines, milliseconds from the start.
  private func file(_ number: UInt32, _ digests: [(UInt64, RejectionReason)], times: [Int64] = [])
    -> FileProgress
  {
    FileProgress(
      number: number, known: nil, restarts: false, path: "f\(number)", format: "json-lines", bytes: 0,
      offset: 0, lastLine: 0, identity: FileIdentity(headBytes: 0, head: "", tail: ""), state: .complete,
      counts: LineCounts(lines: digests.count, rejected: digests.count), firstEvent: nil, lastEvent: nil,
      rejects: digests.enumerated().map { line, refused in
        RejectRecord(
          line: line + 1, byteOffset: Int64(line), rejection: Rejection(refused.1), digest: refused.0,
          time: times.indices.contains(line) ? Instant(milliseconds: Self.start + times[line]) : nil)
      })
  }

  @Test func `an empty ledger is empty in every respect`() throws {
    let folder = try ScratchFolder()
    #expect(try ledger([], in: folder).health(scope) == Health())
  }

  @Test func `freshness is by AppKey and kind`() throws {
    let folder = try ScratchFolder()
    let health = try ledger(
      [
        event(.sent, at: 5), event(.sent, "d2", at: 9), event(.opened, at: Self.hour),
        event(.sent, app: "k2", at: 7),
      ], in: folder
    ).health(scope)
    #expect(health.events == 4)
    #expect(health.newestEvent == Instant(milliseconds: Self.start + Self.hour))
    #expect(
      health.freshness == [
        Freshness(appKey: "k1", kind: .sent, newest: Instant(milliseconds: Self.start + 9), events: 2),
        Freshness(
          appKey: "k1", kind: .opened, newest: Instant(milliseconds: Self.start + Self.hour), events: 1),
        Freshness(appKey: "k2", kind: .sent, newest: Instant(milliseconds: Self.start + 7), events: 1),
      ])
  }

  @Test func `hours without events are those between the first event and as-of`() throws {
    let folder = try ScratchFolder()
    let store = try ledger(
      [
        event(.sent, at: 2 * Self.hour), event(.extAck, at: 5 * Self.hour + 1),
        event(.opened, at: 25 * Self.hour),
      ], in: folder)
    #expect(
      try store.health(scope).quietHours == [
        Self.start + 3 * Self.hour..<Self.start + 5 * Self.hour,
        Self.start + 6 * Self.hour..<Self.start + 24 * Self.hour,
      ])
    var early = scope
    early.asOf = Self.start + 4 * Self.hour + 5
    #expect(try store.health(early).quietHours == [Self.start + 3 * Self.hour..<Self.start + 4 * Self.hour])
  }

  @Test func `a refused line counts once, in however many files it stands`() throws {
    let folder = try ScratchFolder()
    let health = try ledger(
      [],
      files: [
        file(1, [(1, .notJSON), (2, .notJSON), (3, .badTime)]), file(2, [(1, .notJSON), (3, .badTime)]),
      ], in: folder
    ).health(scope)
    #expect(
      health.refused == [
        RefusedLines(reason: .notJSON, lines: 2), RefusedLines(reason: .badTime, lines: 1),
      ])
  }

  @Test func `refused lines that tell a time of the days count among the events of these days`() throws {
    let folder = try ScratchFolder()
    let health = try ledger(
      [event(.sent, at: 1), event(.sent, "d2", at: 2), event(.sent, "d3", at: 30 * Self.hour)],
      files: [
        file(
          1, [(1, .notJSON), (2, .notJSON), (3, .badTime), (4, .notJSON)], times: [5, -1, 30 * Self.hour]),
        file(2, [(1, .notJSON)], times: [5]),
      ], in: folder
    ).health(scope)
    #expect(health.refusedOfDays == Rate(1, of: 3))
    #expect(health.refusedLines == 4)
  }

  @Test func `repeats, unknown types and unmatched deliveries are of the window`() throws {
    let folder = try ScratchFolder()
    let health = try ledger(
      [
        event(.sent, at: 1), event(.sent, at: 2), event(.sent, at: 30 * Self.hour),
        event(.sent, "", at: 1), event(.sent, "", at: 2),
        event(.other, at: 3, raw: "recall"), event(.other, "d9", at: 30 * Self.hour, raw: "recall"),
        event(.opened, "d2", app: "k2", at: 4), event(.opened, "d3", app: "k2", at: -1),
      ], in: folder
    ).health(scope)
    #expect(health.repeats == [RepeatedEvents(kind: .sent, events: 1)])
    #expect(health.unknownTypes == [UnknownType(name: "recall", events: 1)])
    #expect(health.unmatched == [Unmatched(appKey: "k2", deliveries: 1)])
  }

  @Test func `only the AppKeys asked for are looked at`() throws {
    let folder = try ScratchFolder()
    var narrow = scope
    narrow.appKeys = ["k2"]
    let health = try ledger([event(.sent, at: 1), event(.opened, app: "k2", at: 9)], in: folder).health(
      narrow)
    #expect(health.events == 1)
    #expect(health.freshness.map(\.appKey) == ["k2"])
    #expect(health.unmatched == [Unmatched(appKey: "k2", deliveries: 1)])
  }

  @Test(arguments: 0..<6) func `health does not depend on order or repetition`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let events = randomEvents(200, seed: seed)
    let moment = CohortScope(
      days: [DaySpan(name: "d", start: 1_789_990_000_000, end: 1_790_003_600_000)], appKeys: [],
      asOf: 1_790_003_700_000, settle: 0)
    let first = try ledger(events, in: folder).health(moment)
    let again = try ledger((events + events.prefix(50)).shuffled(using: &random), in: folder).health(moment)
    #expect(first == again)
    #expect(first.events > 0)
  }
}
