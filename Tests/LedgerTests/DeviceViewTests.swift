import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// What the view `devices` says, as people ask for it.
struct DeviceViewTests {
  private static let start = StoredQueryLedger.start
  private static let hour: Int64 = 3_600_000

  private static func event(
    _ kind: EventKind, _ message: String, hours: Int64, iOS: Bool = true, version: String = "",
    reason: String = ""
  ) -> PlainEvent {
    PlainEvent(
      app: "a", message: message, device: "d", kind: kind, time: start + hours * hour,
      attributes: [
        .source: "alibaba", .platform: iOS ? "iOS" : "ANDROID", .channel: iOS ? "apns" : "huawei",
        .appVersion: version, .reason: reason,
      ])
  }

  /// Pushes an hour apart.
  private static func sends(_ hours: Range<Int64>) -> [PlainEvent] {
    hours.map { event(.sent, "m\($0)", hours: $0) }
  }

  private func rows(_ columns: String, _ events: [PlainEvent], _ notes: [Note] = []) throws -> [[Cell]] {
    let ledger = try StoredQueryLedger(events, notes: notes)
    let sql = "SELECT \(columns) FROM devices WHERE app_key = 'a' AND device_id = 'd'"
    let fast = try QueryGate(path: ledger.path, words: QueryWords(tables: LedgerRelations.all)).run(sql).rows
    #expect(try ledger.answer(sql).rows == fast)
    return fast
  }

  @Test func `signs of life are what only the device does, and opens of its app`() throws {
    let events = [
      Self.event(.sent, "m1", hours: 1), Self.event(.arrived, "m1", hours: 2),
      Self.event(.extAck, "m1", hours: 3),
      Self.event(.opened, "m1", hours: 4), Self.event(.opened, "m1", hours: 6),
      Self.event(.sent, "m2", hours: 9),
    ]
    let open = AppOpenNote(source: "analytics", app: "a", device: "d", time: Self.start + 8 * Self.hour)
    let columns = "first_seen_at, last_seen_at, sent, acked, opened, unanswered"
    let hours = { (hours: Int64) in Cell.integer(Self.start + hours * Self.hour) }
    let counts: [Cell] = [.integer(2), .integer(1), .integer(1), .integer(1)]
    #expect(try rows(columns, events) == [[hours(3), hours(6)] + counts])
    #expect(try rows(columns, events, [.appOpen(open)]) == [[hours(3), hours(8)] + counts])
    let alone = try rows(
      columns,
      [Self.event(.sent, "m1", hours: 1)].map {
        var e = $0; e.device = "x"; return e
      }, [.appOpen(open)])
    #expect(alone == [[hours(8), hours(8)] + Array(repeating: .integer(0), count: 4)])
  }

  @Test func `ten unanswered pushes over half a day are silence, and an answer ends it`() throws {
    #expect(try rows("muted, unanswered", Self.sends(0..<9)) == [[.null, .integer(9)]])
    #expect(try rows("muted, unanswered", Self.sends(0..<10)) == [[.null, .integer(10)]])
    #expect(try rows("muted, unanswered", Self.sends(0..<13)) == [[.integer(1), .integer(13)]])
    let answer = Self.event(.extAck, "m7", hours: 7)
    #expect(try rows("muted, unanswered", Self.sends(0..<13) + [answer]) == [[.integer(0), .integer(5)]])
    #expect(try rows("muted, unanswered", Self.sends(0..<24) + [answer]) == [[.integer(1), .integer(16)]])
  }

  @Test func `a vendor's word that notifications are off counts until the next answer`() throws {
    let refused = Self.event(.arriveFailed, "m1", hours: 2, iOS: false, reason: "6#notify disabled")
    let sent = Self.event(.sent, "m1", hours: 1, iOS: false)
    #expect(try rows("muted, token_state", [sent, refused]) == [[.integer(1), .text("taken")]])
    let opened = Self.event(.opened, "m2", hours: 3, iOS: false)
    #expect(try rows("muted", [sent, refused, opened]) == [[.integer(0)]])
  }

  @Test(arguments: ["Unregistered", "baddevicetoken", "410"])
  func `a token is dead from the gateway's word until it takes a push again`(reason: String) throws {
    let refused = Self.event(.sendFailed, "m1", hours: 1, reason: reason)
    #expect(try rows("token_state", [refused]) == [[.text("dead")]])
    #expect(try rows("token_state", [Self.event(.sent, "m0", hours: 0), refused]) == [[.text("dead")]])
    #expect(try rows("token_state", [refused, Self.event(.sent, "m2", hours: 2)]) == [[.text("taken")]])
    let other = Self.event(.sendFailed, "m1", hours: 1, reason: "PayloadTooLarge")
    #expect(try rows("token_state", [other]) == [[.null]])
  }

  @Test func `the build is that of the latest push that names one`() throws {
    let events = [
      Self.event(.sent, "m1", hours: 1, version: "1.9"), Self.event(.sent, "m2", hours: 3, version: "1.10"),
      Self.event(.sent, "m3", hours: 3, version: "1.2"), Self.event(.sent, "m4", hours: 5),
    ]
    #expect(try rows("app_version", events.reversed()) == [[.text("1.2")]])
    #expect(try rows("app_version", [events[3]]) == [[.null]])
  }
}
