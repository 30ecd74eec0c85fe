import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// What is known of payloads, as views, checks and explanations read it.
struct PayloadReadingTests {
  private static let start: Int64 = 1_790_000_000_000

  /// Message m1 on three iPhones and an Android phone, all with a payload that forbids receipts; m2 with a good one.
  private static func store(_ folder: borrowing ScratchFolder, isAcked: Bool = false) throws -> LedgerWriter {
    func event(_ message: String, _ device: String, _ kind: EventKind, _ platform: String = "iOS")
      -> PlainEvent
    {
      PlainEvent(
        app: "k1", message: message, device: device, kind: kind, time: start + Int64(kind.rawValue) * 1000,
        attributes: [
          .source: "alibaba", .platform: platform, .channel: platform == "iOS" ? "apns" : "huawei",
        ])
    }
    var batch = EventBatch(capacity: 64)
    for event in [
      event("m1", "d1", .sent), event("m1", "d1", isAcked ? .extAck : .opened), event("m1", "d2", .sent),
      event("m1", "d3", .sendFailed), event("m1", "d4", .sent, "ANDROID"), event("m1", "", .sent),
      event("m2", "d1", .sent), event("m3", "d1", .sent), event("m4", "d1", .sent),
    ] {
      batch.append(event)
    }
    func payload(_ message: String, _ lint: PayloadLint, _ bytes: Int) -> Note {
      .payload(PayloadNote(app: "k1", message: message, lint: lint, bytes: bytes))
    }
    let push = PushNote(
      app: "k1", message: "m3", pushType: "MESSAGE", platform: "iOS", targetType: "ALL", status: "SENT",
      sentAt: start)
    batch.notes = [
      payload("m1", [.mutableContentMissing, .tooLarge], 5000), payload("m1", [.alertEmpty], 300),
      payload("m2", [], 200), .push(push), payload("unsent", [.silent], 100),
    ]
    .map { LineNote($0, line: 0) }
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    _ = try BatchCommitter(store, settings: LedgerSettings()).commit(
      batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    return store
  }

  private static func rows(_ sql: String, _ store: LedgerWriter) throws -> [[String]] {
    let rows = try store.database.prepare(sql)
    var result: [[String]] = []
    while try rows.step() { result.append((0..<rows.columnCount).map { rows.text($0) }) }
    return result
  }

  @Test func `the views show payloads and pushes of each message`() throws {
    let store = try Self.store(try ScratchFolder())
    #expect(
      try Self.rows("SELECT * FROM payloads ORDER BY message_id", store) == [
        ["k1", "m1", "2", "1", "mutable_content_missing,alert_empty,too_large", "300", "5000"],
        ["k1", "m2", "1", "0", "", "200", "200"], ["k1", "unsent", "1", "1", "silent", "100", "100"],
      ])
    #expect(
      try Self.rows("SELECT * FROM pushes", store) == [
        ["k1", "m3", "MESSAGE", "iOS", "ALL", "SENT", "\(Self.start)"]
      ])
  }

  @Test func `a check gets what became of the messages of its window`() throws {
    let store = try Self.store(try ScratchFolder())
    let scope = CohortScope(
      days: [DaySpan(name: "d", start: Self.start, end: Self.start + 3_600_000)], appKeys: [],
      asOf: Self.start + 7_200_000, settle: 0)
    let found = try store.messagePayloads(scope)
    #expect(found.map(\.messageID) == ["m1", "m2", "m3"])
    #expect(found.map(\.sends) == [2, 0, 1])
    #expect(found.map(\.sendFailed) == [1, 0, 0])
    #expect(found.map(\.payload.cannotBeAcked) == [true, false, true])
    #expect(found.map(\.payload.variants) == [2, 1, 0])
    #expect(found[0].payload.remarks == [.mutableContentMissing, .alertEmpty, .tooLarge])
    #expect(found[0].payload.bytes == 5000)
    var other = scope
    other.appKeys = ["k2"]
    #expect(try store.messagePayloads(other).isEmpty)
    other = scope
    other.days = [DaySpan(name: "d", start: 0, end: 1)]
    #expect(try store.messagePayloads(other).isEmpty)
  }

  @Test func `an explanation gets the payload of its message`() throws {
    let store = try Self.store(try ScratchFolder())
    let settled = Instant(milliseconds: Self.start + 7_200_000)
    let push = try #require(try store.pushStory(of: "m1", on: "d2", settledUntil: settled)).deliveries[0]
    #expect(push.traits.payload.cannotBeAcked)
    #expect(!push.traits.isAckEligible)
    let plain = try #require(try store.pushStory(of: "m4", on: "d1", settledUntil: settled)).deliveries[0]
    #expect(plain.traits.payload == PayloadStory())
    #expect(plain.traits.isAckEligible)
    let message = try #require(try store.messageStories(of: "m1", settledUntil: settled).first)
    #expect(message.payload.variants == 2)
    #expect(message.extensionSends == 2)
    #expect(message.counts[.ackEligible] == 0)
  }

  @Test func `an ack is stronger than any payload that forbids it`() throws {
    let folder = try ScratchFolder()
    let store = try Self.store(folder, isAcked: true)
    let settled = Instant(milliseconds: Self.start + 7_200_000)
    let push = try #require(try store.pushStory(of: "m1", on: "d2", settledUntil: settled)).deliveries[0]
    #expect(!push.traits.payload.cannotBeAcked && push.traits.isAckEligible)
    #expect(push.traits.payload.remarks == [.mutableContentMissing, .alertEmpty, .tooLarge])
    #expect(try Self.rows("SELECT cannot_ack FROM payloads WHERE message_id = 'm1'", store) == [["0"]])
    #expect(try store.verify() == [])
  }
}
