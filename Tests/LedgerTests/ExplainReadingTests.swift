import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// What is read of single pushes and messages, against the ledger's own views; and that it reads no more than that.
struct ExplainReadingTests {
  private static let start: Int64 = 1_790_000_000_000
  private static let later = Instant(milliseconds: start + 100 * 24 * 3_600_000)

  private func ledger(_ events: [PlainEvent], in folder: ScratchFolder, name: String = "a.db") throws
    -> LedgerWriter
  {
    let store = try LedgerWriter.openForWriting(folder.path(name))
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 4096)
    for event in events { batch.append(event) }
    _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    return store
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a story holds exactly the events and attributes of the views`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let store = try ledger(randomEvents(600, seed: seed), in: folder)
    let keys = try store.table(
      "SELECT DISTINCT message_id, device_id FROM events WHERE device_id <> '' ORDER BY 1, 2")
    #expect(keys.rows.count > 10)
    for row in keys.rows {
      guard case .text(let message) = row[0], case .text(let device) = row[1] else { continue }
      let story = try #require(try store.pushStory(of: message, on: device, settledUntil: Self.later))
      let wanted = try store.table(
        """
        SELECT app_key, kind, coalesce(raw_type, ''), at_ms FROM events
        WHERE message_id = '\(message)' AND device_id = '\(device)' ORDER BY 1, 2, 3, 4
        """)
      let told = story.deliveries.flatMap(\.events).map {
        [Cell.text($0.appKey), .text($0.kind.name), .text($0.rawType), .integer($0.at.milliseconds)]
      }
      #expect(Set(told) == Set(wanted.rows))
      #expect(told.count == wanted.rows.count)
      let deliveries = try store.table(
        """
        SELECT app_key, coalesce(platform, ''), coalesce(channel, ''), coalesce(app_version, ''), ack_eligible
        FROM deliveries WHERE message_id = '\(message)' AND device_id = '\(device)' ORDER BY 1
        """)
      #expect(
        story.deliveries.map {
          [
            .text($0.appKey), .text($0.traits.platform), .text($0.traits.channel),
            .text($0.traits.appVersion),
            .integer($0.traits.isAckEligible ? 1 : 0),
          ]
        } == deliveries.rows)
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `a message's counters are those of the message cells`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let store = try ledger(randomEvents(600, seed: seed), in: folder)
    let scope = CohortScope(
      days: [DaySpan(name: "all", start: Self.start - 1_000, end: Self.later.milliseconds)], appKeys: [],
      asOf: Self.later.milliseconds, settle: 0)
    for cell in try store.messageCells(scope).elements() {
      let stories = try store.messageStories(of: cell.messageID, settledUntil: Self.later)
      let story = try #require(stories.first { $0.appKey == cell.appKey })
      for count in Count.allCases { #expect(story.counts[count] == cell.counts[count], "\(count.name)") }
      #expect(story.latencies == cell.latencies)
      guard let around = story.around else {
        #expect(story.firstSent == nil)
        continue
      }
      // All messages of the AppKey lie within three days.
      let sum = try store.messageCells(scope).elements().filter { $0.appKey == cell.appKey }
        .reduce(into: Counts()) { $0.add($1.counts) }
      for count in [Count.sent, .ackEligible, .eligibleAcked, .opened] {
        #expect(around.counts[count] == sum[count], "\(count.name)")
      }
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `the parts of a message are those of the view`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let store = try ledger(randomEvents(600, seed: seed), in: folder)
    let messages = try store.table("SELECT DISTINCT app_key, message_id FROM deliveries").rows
    #expect(messages.count > 4)
    for message in messages {
      guard case .text(let app) = message[0], case .text(let id) = message[1] else { continue }
      let parts = try store.table(
        """
        SELECT coalesce(app_version, ''), coalesce(os_version, ''), coalesce(network_type, ''), count(sent_at),
          sum(sent_at IS NOT NULL AND acked_at IS NOT NULL), sum(sent_at IS NOT NULL AND opened_at IS NOT NULL)
        FROM deliveries WHERE app_key = '\(app)' AND message_id = '\(id)' AND device_id <> ''
          AND coalesce(sent_at, send_failed_at, accepted_at) IS NOT NULL
        GROUP BY 1, 2, 3
        """)
      let story = try store.messageStories(of: id, settledUntil: Self.later).first { $0.appKey == app }
      let told = story?.parts.map { part in
        [.text(part.appVersion), .text(part.osVersion), .text(part.networkType)]
          + [Count.sent, .acked, .opened].map { Cell.integer(Int64(part.counts[$0])) }
      }
      #expect(Set(told ?? []) == Set(parts.rows))
      #expect(told?.count == parts.rows.count)
    }
  }

  @Test func `other pushes to the device are found, with the device's first word`() throws {
    let folder = try ScratchFolder()
    func event(_ message: String, _ kind: EventKind, _ offset: Int64, device: String = "d") -> PlainEvent {
      PlainEvent(
        app: "k", message: message, device: device, kind: kind, time: Self.start + offset,
        attributes: [.platform: "iOS", .channel: "apns"])
    }
    let day: Int64 = 24 * 3_600_000
    let store = try ledger(
      [
        event("m", .sent, 0), event("n", .sent, day), event("n", .opened, day + 5_000),
        event("n", .extAck, day + 40_000), event("o", .sent, 4 * day), event("p", .sent, day, device: "e"),
      ], in: folder)
    let story = try #require(try store.pushStory(of: "m", on: "d", settledUntil: Self.later))
    let surroundings = try #require(story.deliveries.first?.surroundings)
    #expect(
      surroundings.device == [
        DevicePush(
          messageID: "n", sentAt: Instant(milliseconds: Self.start + day),
          ackedAt: Instant(milliseconds: Self.start + day + 40_000), ackLatency: 40_000,
          firstWord: Instant(milliseconds: Self.start + day + 5_000))
      ])
    #expect(story.isSentToOthers == false)
    #expect(surroundings.message?.map(\.rate) == [Rate(0, of: 1)])
    #expect(try store.pushStory(of: "m", on: "nobody", settledUntil: Self.later) == nil)
    #expect(try store.pushStory(of: "none", on: "d", settledUntil: Self.later) == nil)
    #expect(try store.messageStories(of: "none", settledUntil: Self.later).isEmpty)
  }

  @Test func `a push is explained by as many steps among sixty days as among eight`() throws {
    let folder = try ScratchFolder()
    func days(_ count: Int) throws -> LedgerWriter {
      let events = (0..<count).flatMap { day in
        randomEvents(120, messages: 10, seed: 6).map { event in
          var event = event
          event.message += "-\(day)"
          event.time += Int64(day - count / 2) * 24 * 3_600_000
          return event
        }
      }
      return try ledger(events, in: folder, name: "\(count).db")
    }
    let (few, many) = (try days(8), try days(60))
    func work(_ store: LedgerWriter, _ day: Int) throws -> Int {
      try store.database.work {
        for device in ["token-a", "ffffffffffffffffffffffffffffff02"] {
          _ = try store.pushStory(of: "m1-\(day)", on: device, settledUntil: Self.later)
        }
        _ = try store.messageStories(of: "m1-\(day)", settledUntil: Self.later)
      }
    }
    let (wanted, steps) = (try work(few, 4), try work(many, 30))
    #expect(wanted > 0)
    #expect(Double(steps) < Double(wanted) * 1.3, "\(steps) steps instead of \(wanted)")
  }

  @Test func `a push is told why its message was refused elsewhere, as the message is`() throws {
    let folder = try ScratchFolder()
    let store = try ledger(randomEvents(2_000, messages: 5, seed: 8), in: folder)
    let message = try store.table(
      "SELECT message_id, device_id FROM deliveries WHERE send_failed_at IS NOT NULL AND sent_at IS NULL LIMIT 1"
    )
    let row = try #require(message.rows.first)
    guard case .text(let id) = row[0], case .text(let device) = row[1] else {
      Issue.record("a push has ids")
      return
    }
    let push = try #require(try store.pushStory(of: id, on: device, settledUntil: Self.later))
    let whole = try store.messageStories(of: id, settledUntil: Self.later)
    #expect(push.deliveries.contains { !$0.messageFailures.isEmpty })
    for delivery in push.deliveries {
      let failures = whole.first { $0.appKey == delivery.appKey }?.failures
      #expect(delivery.messageFailures == failures)
    }
  }

  @Test(arguments: [
    ("a692961a92534047ad362575f31f5704", true), ("A692961A92534047AD362575F31F5704", false), ("", false),
    ("a692961a92534047ad362575f31f570", false), ("g692961a92534047ad362575f31f5704", false),
  ])
  func `an id is kept as sixteen bytes only where nothing is lost`(id: String, isPacked: Bool) {
    if case .packed = StoredDevice(id) { #expect(isPacked) } else { #expect(!isPacked) }
  }
}
