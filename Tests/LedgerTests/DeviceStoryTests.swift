import Diagnosis
import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// What is read of a device, against the ledger's own views.
struct DeviceStoryTests {
  private static let start: Int64 = 1_790_000_000_000
  private static let later = Instant(milliseconds: start + 3 * 24 * 3_600_000)
  private static let settle: Int64 = 15 * 60_000

  private func ledger(_ events: [PlainEvent], in folder: ScratchFolder) throws -> LedgerWriter {
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 4096)
    for event in events { batch.append(event) }
    _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    return store
  }

  private func story(
    of device: String, in store: LedgerReader, asOf: Instant = later
  ) throws -> DeviceStory? {
    let settled = Instant(milliseconds: asOf.milliseconds - Self.settle)
    return try store.deviceStory(of: device, asOf: asOf, settledUntil: settled)
  }

  private func devices(_ store: LedgerReader) throws -> [String] {
    try store.table("SELECT DISTINCT device_id FROM deliveries WHERE device_id <> '' ORDER BY 1").rows
      .compactMap { if case .text(let id) = $0[0] { id } else { nil } }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a story holds exactly the events of the view, by when each push began`(seed: UInt64) throws {
    let store = try ledger(randomEvents(600, messages: 30, seed: seed), in: ScratchFolder())
    for asOf in [Self.later, Instant(milliseconds: Self.start + 20_000)] {
      for device in try devices(store) {
        let wanted = try store.table(
          """
          SELECT app_key, message_id, kind, at_ms FROM events AS e WHERE device_id = '\(device)'
            AND (SELECT min(at_ms) FROM events AS f WHERE f.message_id = e.message_id AND f.device_id = e.device_id)
              <= \(asOf.milliseconds)
          """)
        let story = try story(of: device, in: store, asOf: asOf)
        let told = (story?.pushes ?? []).flatMap { push in
          push.deliveries.flatMap(\.events).map {
            [push.messageID, $0.appKey, $0.kind.name, $0.at.milliseconds.description]
          }
        }
        let rows = wanted.rows.map { row in
          [row[1], row[0], row[2], row[3]].map { cell in
            switch cell {
            case .text(let text): text
            case .integer(let number): number.description
            default: ""
            }
          }
        }
        #expect(
          told.sorted { $0.lexicographicallyPrecedes($1) } == rows.sorted { $0.lexicographicallyPrecedes($1) }
        )
        let begun = (story?.pushes ?? []).map { $0.deliveries.flatMap(\.events).map(\.at).min() ?? .latest }
        #expect(begun == begun.sorted())
      }
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `a device's messages are the same, sought one by one or read past all deliveries`(seed: UInt64) throws
  {
    let store = try ledger(randomEvents(600, messages: 30, seed: seed), in: ScratchFolder())
    for device in try devices(store) + ["nobody"] {
      let stored = StoredDevice(device)
      let sought = try store.messages(to: stored, begunBy: Self.later, bySeeking: true)
      #expect(try sought == store.messages(to: stored, begunBy: Self.later, bySeeking: false))
      #expect(try store.holds(device: device) == !sought.isEmpty)
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `signs of life, counts and the state of the token are those of the view devices`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let events = randomEvents(500, messages: 40, seed: seed).map { event in
      var event = event
      // Answers under a foreign AppKey are told with the sender's pushes, and the view has them apart.
      event.app = "k"
      event.attributes[.reason] =
        ["Unregistered", "6#notify disabled", "TooManyRequests", ""].randomElement(using: &random)
      return event
    }
    let store = try ledger(events, in: ScratchFolder())
    let settings = ExplainSettings(asOf: Self.later, settle: Self.settle)
    for device in try devices(store) {
      let story = try #require(try story(of: device, in: store))
      let app = try #require(Diagnosis.explain(story, settings, in: .utc)?.apps.first)
      let row = try store.table(
        """
        SELECT first_seen_at, last_seen_at, sent, acked, opened, token_state FROM devices WHERE device_id = '\(device)'
        """)
      func cell(_ sign: SignOfLife?) -> Cell { sign.map { .integer($0.at.milliseconds) } ?? .null }
      #expect(
        [
          cell(app.firstSign), cell(app.lastSign), .integer(Int64(app.totals.sent)),
          .integer(Int64(app.totals.acked)), .integer(Int64(app.totals.opened)),
          app.tokenState.map { .text($0) } ?? .null,
        ] == row.rows.first)
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `what is usual, and what was sent meanwhile, is what the deliveries say`(seed: UInt64) throws {
    let store = try ledger(randomEvents(600, messages: 30, seed: seed), in: ScratchFolder())
    func numbers(_ sql: String) throws -> [Int] {
      try store.table(sql).rows.first?.map { if case .integer(let number) = $0 { Int(number) } else { 0 } }
        ?? []
    }
    var isCompared = false
    for device in try devices(store) {
      let story = try #require(try story(of: device, in: store))
      for (app, facts) in story.apps {
        let ofApp = "FROM deliveries WHERE app_key = '\(app)' AND device_id <> '' AND sent_at IS NOT NULL"
        for (version, counts) in facts.usual?.versions ?? [:] {
          let wanted = try numbers(
            """
            SELECT count(*), sum(ack_eligible), sum(ack_eligible AND acked_at IS NOT NULL), sum(opened_at IS NOT NULL)
            \(ofApp) AND coalesce(app_version, '') = '\(version)'
            """)
          #expect(wanted.first.map { counts[.sent] == $0 } ?? true)
          guard counts[.sent] > 0 else { continue }
          #expect([.sent, .ackEligible, .eligibleAcked, .opened].map { counts[$0] } == wanted)
          isCompared = true
        }
        let own = try numbers(
          "SELECT min(sent_at) / 3600000, max(sent_at) / 3600000, count(*) \(ofApp) AND device_id = '\(device)'"
        )
        guard own.count == 3, own[2] > 0 else { continue }
        // Repeated sends of this device may lie an hour later than its first ones.
        let last = try numbers(
          """
          SELECT max(at_ms) / 3600000 FROM events
          WHERE app_key = '\(app)' AND device_id = '\(device)' AND kind = 'sent'
          """)
        let wanted = try numbers(
          """
          SELECT sum(sent_at / 3600000 BETWEEN \(own[0]) AND \(last[0])), sum(sent_at / 3600000 > \(last[0])) \(ofApp)
          """)
        #expect([facts.sendsMeanwhile, facts.sendsSince] == wanted)
      }
    }
    #expect(isCompared)
  }

  @Test func `an open of the app under a token is the device's, and an unknown device is nobody`() throws {
    let time = Self.start + 60_000
    let ledger = try StoredQueryLedger(
      [],
      notes: [
        .token(TokenNote(token: "t1", device: "d", from: Self.start)),
        .appOpen(AppOpenNote(source: "analytics", app: "a", device: "t1", time: time)),
        .appOpen(AppOpenNote(source: "analytics", app: "a", device: "d", time: time + 1)),
      ])
    let store = try LedgerReader.openForReading(ledger.path)
    let story = try #require(try story(of: "d", in: store))
    #expect(
      story.apps["a"]?.opens
        == AppOpens(count: 2, first: Instant(milliseconds: time), last: Instant(milliseconds: time + 1)))
    #expect(story.pushes.isEmpty)
    #expect(story.latestToken == Instant(milliseconds: Self.start))
    #expect(try self.story(of: "x", in: store) == nil)
    #expect(try self.story(of: "t1", in: store) == nil)
  }
}
