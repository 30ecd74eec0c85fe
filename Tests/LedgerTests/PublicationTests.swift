import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// What reports said, kept beside the events.
struct PublicationTests {
  private static let start: Int64 = 1_790_000_000_000
  private static let day = DaySpan(name: "d", start: start, end: start + 3_600_000)
  private static let scope = Publication.Scope(zone: "UTC", appKeys: [])

  private static func publication(
    asOf: Int64, sent: Int, scope: Publication.Scope = scope, data: String = "d"
  ) -> Publication {
    var counts = Counts()
    counts[.sent] = sent
    return Publication(
      scope: scope, asOf: asOf, settle: 0, toolVersion: "1", data: data, settings: "s", definitions: "m",
      days: [(day, counts)])
  }

  private static func merge(_ events: some Sequence<PlainEvent>, into store: LedgerWriter) throws {
    var batch = EventBatch(capacity: 4096)
    for event in events { batch.append(event) }
    _ = try BatchCommitter(store, settings: LedgerSettings()).commit(
      batch.sorted(), files: [], clock: Instant(milliseconds: 0))
  }

  private static func published(
    _ store: LedgerWriter, before moment: Int64, _ scope: Publication.Scope = scope
  )
    throws -> [Int]
  {
    try store.published(scope, before: moment, starting: start..<start + 1).map { $0.counts[.sent] }
  }

  @Test func `the last report before a moment counts, and none as of the moment itself`() throws {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    for (asOf, sent) in [(30, 3), (10, 1), (20, 2)] {
      try store.publish(Self.publication(asOf: Int64(asOf), sent: sent))
    }
    #expect(try (Self.published(store, before: 10), Self.published(store, before: 11)) == ([], [1]))
    #expect(try Self.published(store, before: 30) == [2])
    #expect(try Self.published(store, before: 31) == [3])
  }

  @Test func `the same content is kept once, other content as of the same moment too`() throws {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    #expect(try store.publish(Self.publication(asOf: 10, sent: 1)))
    #expect(try !store.publish(Self.publication(asOf: 10, sent: 1)))
    #expect(try store.publish(Self.publication(asOf: 10, sent: 2, data: "e")))
    #expect(try store.database.integer("SELECT count(*) FROM published") == 2)
    #expect(try Self.published(store, before: 11) == [2])
  }

  @Test func `reports of other zones and AppKeys are others, in whatever order the keys are named`() throws {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let keys = ["b", "a\"", "a\"", "é", "e\u{301}"]
    try store.publish(Self.publication(asOf: 10, sent: 1, scope: .init(zone: "UTC", appKeys: keys)))
    #expect(try Self.published(store, before: 11) == [])
    #expect(try Self.published(store, before: 11, .init(zone: "UTC", appKeys: keys.reversed())) == [1])
    #expect(try Self.published(store, before: 11, .init(zone: "UTC", appKeys: ["b", "a\"", "é"])) == [])
    #expect(try Self.published(store, before: 11, .init(zone: "+08:00", appKeys: keys)) == [])
  }

  @Test func `what was published is no part of the events, and outlives the first import`() throws {
    let folder = try ScratchFolder()
    let events = randomEvents(200, seed: 3)
    let plain = try LedgerWriter.openForWriting(folder.path("plain.db"))
    try Self.merge(events, into: plain)
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    try store.publish(Self.publication(asOf: 10, sent: 1))
    let memory = BuildMemory(sortedBytes: 1 << 20)
    let writer = try BatchCommitter(store, settings: LedgerSettings(), memory: memory)
    for (place, part) in [events[..<100], events[100...]].enumerated() {
      var batch = EventBatch(capacity: 4096)
      for event in part { batch.append(event) }
      _ = try writer.commit(
        batch.sorted(), files: [], isLast: place == 1, clock: Instant(milliseconds: 0))
    }
    _ = try writer.finish()
    #expect(try store.fingerprint() == plain.fingerprint())
    #expect(try store.verify() == [])
    #expect(try Self.published(store, before: 11) == [1])
  }

  /// Events whose attributes tell nothing but by the AppKey, so that a delivery has the same ones with fewer events.
  private static func events(seed: UInt64) -> [PlainEvent] {
    let apps = EventCast(messages: 6, seed: seed).apps
    return randomEvents(500, messages: 6, seed: seed).map { event in
      var event = event
      event.attributes = [
        .source: "alibaba", .platform: event.app == apps[0] ? "iOS" : "ANDROID",
        .channel: [apps[0]: "apns", apps[1]: "fcm"][event.app] ?? "huawei",
      ]
      return event
    }
  }

  private static func total(_ store: LedgerWriter, _ scope: CohortScope) throws -> Counts {
    try store.channelCells(scope).reduce(into: Counts()) { $0.add($1.counts) }
  }

  @Test(arguments: 0..<12)
  func `what later events changed is the difference to a ledger that never saw them`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let events = Self.events(seed: seed)
    let whole = try LedgerWriter.openForWriting(folder.path("whole.db"))
    try Self.merge(events, into: whole)
    var changed = 0
    for (place, after) in [Int64(9_000), 21_000, 37_000, 3_610_000].enumerated() {
      let moment = Self.start + after
      let before = try LedgerWriter.openForWriting(folder.path("before-\(place).db"))
      try Self.merge(events.filter { $0.time <= moment }, into: before)
      let apps = EventCast(messages: 6, seed: seed).apps
      for appKeys in [[], [apps[0], apps[2]]] {
        for day in [Self.day, DaySpan(name: "e", start: Self.start + 7_000, end: Self.start + 20_000)] {
          let now = CohortScope(days: [day], appKeys: appKeys, asOf: Self.start + 7_200_000, settle: 5_000)
          var then = now
          then.asOf = moment
          let later = try whole.countsLater(than: moment, in: day, scope: now, settlesMeanwhile: true)
          let (nowTotal, thenTotal) = (try Self.total(whole, now), try Self.total(before, then))
          for count in Count.allCases {
            #expect(later[count] == nowTotal[count] - thenTotal[count], "\(count) \(place) \(appKeys)")
            if later[count] != 0 { changed += 1 }
          }
          // With time standing still it is about events only.
          let still = try whole.countsLater(than: moment, in: day, scope: then, settlesMeanwhile: false)
          let stillTotal = try Self.total(whole, then)
          for count in Count.allCases {
            #expect(still[count] == stillTotal[count] - thenTotal[count], "\(count) \(place) \(appKeys)")
          }
        }
      }
    }
    #expect(changed > 50)
  }
}
