import Assets
import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// What a joined receipt changes for those who read the ledger.
struct EvidenceTests {
  private static let start: Int64 = 1_726_876_800_000
  private static let device = "a692961a92534047ad362575f31f5700"

  private static func event(
    _ kind: EventKind, _ app: String, _ message: String, _ device: String, _ source: String,
    at seconds: Int64,
    channel: String = "huawei"
  ) -> RandomLinks.Line {
    .event(
      PlainEvent(
        app: app, message: message, device: device, kind: kind, time: start + seconds * 1000,
        attributes: [.source: source, .platform: "ANDROID", .channel: channel]))
  }

  private static func alias(_ name: String, _ message: String, _ device: String, _ space: String = "vendor")
    -> RandomLinks.Line
  {
    .note(.alias(AliasNote(space: space, name: name, app: "333", message: message, device: device)))
  }

  private static func token(_ token: String, _ device: String, from seconds: Int64) -> RandomLinks.Line {
    .note(.token(TokenNote(token: token, device: device, from: start + seconds * 1000)))
  }

  private static let sends = [
    event(.sent, "333", "m1", device, "alibaba", at: 0),
    event(.sent, "333", "m2", device, "alibaba", at: 7200),
    event(.sent, "333", "m2", "d2", "alibaba", at: 7200),
  ]
  private static let receipts = [
    event(.arrived, "100", "r1", "tok", "huawei", at: 5),
    event(.arrived, "100", "r2", "tok", "huawei", at: 7205),
    event(.opened, "web", "o1", device, "analytics", at: 60),
  ]
  private static let bridges = [
    alias("r1", "m1", device), alias("r2", "m2", device), alias("r2", "m2", "d2"),
    alias("o1", "m1", "", "open"),
    token("tok", device, from: -60), token("tok", "d2", from: 3600),
  ]

  private static func rows(_ store: LedgerReader, _ sql: String) throws -> [String] {
    let statement = try store.database.prepare(sql)
    var rows: [String] = []
    while try statement.step() {
      rows.append(
        (0..<statement.columnCount).map { statement.optionalText($0) ?? "-" }.joined(separator: " "))
    }
    return rows
  }

  @Test func `a vendor's receipt confirms the push on the device that its token stood for then`() throws {
    let folder = try ScratchFolder()
    let store = try LinkedLedger.write(
      [[Self.receipts], [Self.sends], [Self.bridges]], folder.path("ledger.db"))
    #expect(
      try Self.rows(
        store,
        "SELECT message_id, device_id, confirmed, arrived_at - \(Self.start), opened_at - \(Self.start), source FROM deliveries WHERE app_key = '333' ORDER BY 1, 2"
      ) == [
        "m1 \(Self.device) 1 5000 60000 alibaba", "m2 \(Self.device) 0 - - alibaba",
        "m2 d2 1 7205000 - alibaba",
      ])
    #expect(
      try Self.rows(
        store, "SELECT message_id, kind, source, is_linked FROM evidence WHERE app_key = '333' ORDER BY 1, 2")
        == ["m1 arrived huawei 1", "m1 opened analytics 1", "m2 arrived huawei 1"])
    #expect(
      try Self.rows(store, "SELECT message_id, state, how, target_message_id, kinds FROM links ORDER BY 1")
        == [
          "o1 joined device m1 opened", "r1 joined token m1 arrived", "r2 joined token m2 arrived",
        ])
    #expect(
      try Self.rows(
        store,
        "SELECT device_id, from_ms - \(Self.start), until_ms - \(Self.start), is_shared FROM tokens ORDER BY 2"
      )
        == ["\(Self.device) -60000 3600000 0", "d2 3600000 - 0"])
    #expect(try store.verify() == [])
  }

  @Test func `what is joined is no unmatched receipt and of no unknown AppKey`() throws {
    let folder = try ScratchFolder()
    let log = [Self.sends + Self.receipts]
    let alone = try LinkedLedger.write([log], folder.path("alone.db"))
    let joined = try LinkedLedger.write([log, [Self.bridges]], folder.path("joined.db"))
    let scope = CohortScope(
      days: [DaySpan(name: "d", start: Self.start, end: Self.start + 86_400_000)], appKeys: [],
      asOf: Self.start + 86_400_000, settle: 0)
    #expect(try alone.health(scope).unmatched.map(\.deliveries) == [2, 1])
    #expect(try joined.health(scope).unmatched == [])
    #expect(try Self.rows(alone, "SELECT flag FROM flags WHERE flag = 'app_key_unknown'").count == 3)
    #expect(try Self.rows(joined, "SELECT flag FROM flags") == [])
    #expect(try alone.linkCounts().isEmpty)
    #expect(try joined.linkCounts().joined == 3)
    let unmatched = NamedQuery("unmatched-receipts").text
    #expect(try QueryGate(path: folder.path("alone.db")).run(unmatched, parameters: [:]).rows.count == 2)
    #expect(try QueryGate(path: folder.path("joined.db")).run(unmatched, parameters: [:]).rows == [])
    let told = try QueryGate(path: folder.path("joined.db")).run(NamedQuery("bridges").text, parameters: [:])
    #expect(
      told.rows == [
        [
          .text("2024-09-21"), .text("333"), .text("analytics"), .text("open"), .text("joined"),
          .text("device"),
        ]
          + [1, 1].map(Cell.integer),
        [
          .text("2024-09-21"), .text("333"), .text("huawei"), .text("vendor"), .text("joined"),
          .text("token"),
        ]
          + [2, 2].map(Cell.integer),
      ])
  }

  @Test func `explain names the log that tells an event, until the push's own log tells it`() throws {
    let folder = try ScratchFolder()
    let path = folder.path("ledger.db")
    let store = try LinkedLedger.write([[Self.sends + Self.receipts + Self.bridges]], path)
    func told(_ store: LedgerReader) throws -> [String] {
      let moment = Instant(milliseconds: Self.start + 86_400_000)
      let story = try #require(try store.pushStory(of: "m1", on: Self.device, settledUntil: moment))
      return story.deliveries.flatMap(\.events).map { "\($0.kind.name) \($0.toldBy)" }
    }
    #expect(try told(store) == ["sent alibaba", "arrived huawei", "opened analytics"])
    let own = [Self.event(.arrived, "333", "m1", Self.device, "alibaba", at: 5)]
    let after = try LinkedLedger.write([[own]], path)
    #expect(try told(after) == ["sent alibaba", "arrived alibaba", "opened analytics"])
    #expect(
      try Self.rows(
        after,
        "SELECT source, is_linked FROM evidence WHERE message_id = 'm1' AND kind = 'arrived' ORDER BY 2")
        == ["alibaba 0", "huawei 1"])
    #expect(try after.verify() == [])
  }

  @Test func `why an arrival failed is told by the log that tells it, unless the push's own log says why`()
    throws
  {
    let folder = try ScratchFolder()
    func failure(_ app: String, _ message: String, _ device: String, _ reason: String, at seconds: Int64)
      -> RandomLinks.Line
    {
      .event(
        PlainEvent(
          app: app, message: message, device: device, kind: .arriveFailed, time: Self.start + seconds * 1000,
          attributes: [.source: "huawei", .platform: "ANDROID", .channel: "huawei", .reason: reason]))
    }
    let log =
      Self.sends + Self.bridges + [
        failure("100", "r1", "tok", "3#uninstalled", at: 9), failure("100", "r1", "tok", "2#later", at: 20),
        failure("100", "r2", Self.device, "5#quota", at: 7205),
        failure("333", "m2", Self.device, "1#own", at: 7300),
      ]
    let path = folder.path("ledger.db")
    let scope = CohortScope(
      days: [DaySpan(name: "d", start: Self.start, end: Self.start + 86_400_000)], appKeys: [],
      asOf: Self.start + 86_400_000, settle: 0)
    func told(_ store: LedgerReader) throws -> [String] {
      try store.failureCells(scope).map { "\($0.kind) \($0.reasonCode) \($0.reasonText) \($0.count)" }
        .sorted()
    }
    let store = try LinkedLedger.write([[log]], path)
    #expect(try told(store) == ["arrive_failed 1 own 1", "arrive_failed 3 uninstalled 1"])
    let moment = Instant(milliseconds: scope.asOf)
    let stories = try store.messageStories(of: "m1", settledUntil: moment)
    #expect(stories.flatMap(\.failures).map(\.reasonText) == ["uninstalled"])
    let story = try #require(try store.pushStory(of: "m1", on: Self.device, settledUntil: moment))
    #expect(story.deliveries.map(\.traits.reasonText) == ["uninstalled"])
    // An attribute of the delivery it is not.
    #expect(
      try Self.rows(store, "SELECT reason_text FROM deliveries WHERE app_key = '333' AND message_id = 'm1'")
        == ["-"])
    #expect(try store.verify() == [])
    // The name comes to stand for two pushes on the device, so the link and its reason are taken back.
    let after = try LinkedLedger.write(
      [[[Self.alias("r1", "m2", Self.device)]]], path)
    #expect(try told(after) == ["arrive_failed 1 own 1"])
    #expect(try after.verify() == [])
  }

  @Test func `a message that was meant and becomes a name itself tells only what its own log does`() throws {
    let folder = try ScratchFolder()
    let path = folder.path("ledger.db")
    let first = [
      Self.event(.opened, "333", "x", "tok", "analytics", at: 10),
      Self.event(.arrived, "100", "v", "tok", "huawei", at: 0), Self.alias("v", "x", "tok"),
    ]
    let before = try LinkedLedger.write([[first]], path)
    #expect(
      try Self.rows(before, "SELECT message_id, arrived_at IS NULL FROM deliveries ORDER BY 1") == [
        "v 0", "x 0",
      ])
    // By its own event at 10 the token stood for d2; by the arrival that it was given, at 0, for the other.
    let second = [
      Self.alias("x", "m1", ""), Self.token("tok", Self.device, from: -60), Self.token("tok", "d2", from: 5),
      Self.event(.sent, "333", "m1", Self.device, "alibaba", at: -5),
      Self.event(.sent, "333", "m1", "d2", "alibaba", at: -5),
    ]
    let after = try LinkedLedger.write([[second]], path)
    #expect(
      try Self.rows(after, "SELECT message_id, state, how, target_device_id FROM links ORDER BY 1")
        == ["v unknown no_delivery -", "x joined token d2"])
    #expect(
      try Self.rows(after, "SELECT message_id, kind, is_linked FROM evidence ORDER BY 1, 2")
        == ["m1 opened 1", "v arrived 0", "x opened 0"])
    #expect(try after.verify() == [])
    let once = try LinkedLedger.write([[first + second]], folder.path("once.db"))
    #expect(try after.fingerprint() == once.fingerprint())
  }

  @Test func `an arrival never becomes more than the push's own channel lets it be`() throws {
    let folder = try ScratchFolder()
    let sends = [Self.event(.sent, "333", "m1", Self.device, "alibaba", at: 0, channel: "fcm")]
    let store = try LinkedLedger.write([[sends + Self.receipts + Self.bridges]], folder.path("ledger.db"))
    #expect(
      try Self.rows(store, "SELECT message_id, state, kinds FROM links WHERE message_id <> 'r2' ORDER BY 1")
        == ["o1 joined opened", "r1 joined -"])
    #expect(try Self.rows(store, "SELECT arrived_at FROM deliveries WHERE message_id = 'm1'") == ["-"])
  }

  @Test func `an open of the app counts for the last push before it that nobody tapped`() throws {
    let folder = try ScratchFolder()
    func open(_ device: String, _ hours: Int64) -> RandomLinks.Line {
      .note(
        .appOpen(
          AppOpenNote(source: "analytics", app: "web", device: device, time: Self.start + hours * 3_600_000)))
    }
    let log =
      Self.sends + [
        Self.event(.sent, "333", "m1", "d3", "alibaba", at: 0),
        Self.event(.opened, "333", "m1", "d3", "alibaba", at: 9),
        Self.token("user-2", "d2", from: 0), open(Self.device, 1), open(Self.device, 3), open(Self.device, 4),
        open("user-2", 30), open("d3", 1), open("nobody", 1),
      ]
    _ = try LinkedLedger.write([[log]], folder.path("ledger.db"))
    func answer(_ hours: Cell, setting milliseconds: Int64? = nil) throws -> [[Cell]] {
      try QueryGate(path: folder.path("ledger.db")).run(
        NamedQuery("influenced-opens").text,
        parameters: ["hours": hours, "open_window_ms": milliseconds.map(Cell.integer) ?? .null]
      ).rows
    }
    let ids: (String) -> [Cell] = { [.text("333"), .text($0)] }
    #expect(
      try answer(.null) == [
        ids("m1") + [2, 1, 1].map(Cell.integer) + [.real(0.5), .integer(24)],
        ids("m2") + [2, 0, 1].map(Cell.integer) + [.real(0.5), .integer(24)],
      ])
    #expect(
      try answer(.integer(48)) == [
        ids("m1") + [2, 1, 1].map(Cell.integer) + [.real(0.5), .integer(48)],
        ids("m2") + [2, 0, 2].map(Cell.integer) + [.real(1), .integer(48)],
      ])
    #expect(try answer(.null, setting: 48 * 3_600_000) == answer(.integer(48)))
    #expect(try answer(.integer(24), setting: 48 * 3_600_000) == answer(.null))
    #expect(
      try answer(.null, setting: 5_400_000).map { $0.suffix(3) } == [
        [.integer(1), .real(0.5), .real(1.5)], [.integer(1), .real(0.5), .real(1.5)],
      ])
  }
}
