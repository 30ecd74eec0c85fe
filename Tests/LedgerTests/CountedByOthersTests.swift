import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// Counters of others beside the ledger's own counts, and events that name no device.
struct CountedByOthersTests {
  private static let start: Int64 = 1_790_000_000_000

  private static func event(
    _ kind: EventKind, _ device: Int, app: String = "1", message: String = "m", at offset: Int64 = 0
  ) -> PlainEvent {
    PlainEvent(
      app: app, message: message, device: device < 0 ? "" : "d\(device)", kind: kind, time: start + offset,
      attributes: [:])
  }

  private static func total(
    _ counts: [EventKind: Int64], app: String = "", message: String = "m", at offset: Int64? = nil
  ) -> Note {
    .total(
      TotalNote(
        source: "console", app: app, message: message, counts: counts, countedAt: offset.map { start + $0 }))
  }

  private static func alias(_ name: String, _ message: String, device: Int, app: String = "1") -> Note {
    .alias(
      AliasNote(
        space: "vendor", name: name, app: app, message: message, device: device < 0 ? "" : "d\(device)"))
  }

  private static func tally(_ message: String, app: String = "", line: UInt64, at offset: Int64 = 0) -> Note {
    .tally(
      TallyNote(
        source: "web", app: app, message: message, kind: .extAck, time: start + offset, line: line))
  }

  private func ledger(_ events: [PlainEvent], _ notes: [Note], in folder: ScratchFolder) throws
    -> LedgerWriter
  {
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    try store.take(events, notes)
    return store
  }

  /// kind, theirs, ours, difference, compared_by, by kind.
  private func totals(_ store: LedgerWriter) throws -> [[Cell]] {
    try store.table(
      """
      SELECT message_id, kind, their_count, ledger_count, difference, compared_by, ledger_app_key FROM totals
      ORDER BY 1, 2
      """
    ).rows
  }

  @Test func `a count that names no AppKey is compared with the only one that sent the message`() throws {
    let folder = try ScratchFolder()
    let store = try ledger(
      [
        Self.event(.sent, 1), Self.event(.sent, 2), Self.event(.sent, 2, at: 5), Self.event(.arrived, 1),
        Self.event(.extAck, 2, app: "2"),
      ], [Self.total([.sent: 5, .arrived: 1, .opened: 1])], in: folder)
    #expect(
      try totals(store) == [
        [
          .text("m"), .text("arrived"), .integer(1), .integer(1), .integer(0), .text("only_sender"),
          .text("1"),
        ],
        // No open was ever logged, so opens are not measured.
        [.text("m"), .text("opened"), .integer(1), .null, .null, .text("only_sender"), .text("1")],
        [.text("m"), .text("sent"), .integer(5), .integer(2), .integer(3), .text("only_sender"), .text("1")],
      ])
  }

  @Test func `of several senders none is taken, unless the count names one`() throws {
    let folder = try ScratchFolder()
    let store = try ledger(
      [Self.event(.sent, 1), Self.event(.sent, 2, app: "2"), Self.event(.sent, 3, app: "2")],
      [Self.total([.sent: 3]), Self.total([.sent: 2], app: "2"), Self.total([.sent: 9], app: "3")], in: folder
    )
    let rows = try store.table(
      "SELECT app_key, their_count, ledger_count, compared_by FROM totals ORDER BY their_count"
    ).rows
    #expect(
      rows == [
        [.text("2"), .integer(2), .integer(2), .text("app_key")],
        [.null, .integer(3), .null, .text("several_senders")],
        [.text("3"), .integer(9), .integer(0), .text("app_key")],
      ])
  }

  @Test func `a message without any send is missing as a whole, and its time is the sender's word`() throws {
    let folder = try ScratchFolder()
    let push = PushNote(
      app: "1", message: "gone", pushType: "NOTICE", platform: "iOS", targetType: "ALL", status: "SENT",
      sentAt: Self.start + 7)
    let store = try ledger(
      [Self.event(.sent, 1)], [Self.total([.sent: 3, .arrived: 2], message: "gone"), .push(push)],
      in: folder)
    #expect(
      try totals(store).map { Array($0[1...5]) } == [
        [.text("arrived"), .integer(2), .null, .null, .text("no_sender")],
        [.text("sent"), .integer(3), .integer(0), .integer(3), .text("no_sender")],
      ])
    #expect(try store.database.integer("SELECT max(sent_at) FROM totals") == Self.start + 7)
  }

  @Test
  func `of counts without a time the largest is the last, since counters grow, in any order of imports`()
    throws
  {
    let folder = try ScratchFolder()
    let store = try ledger([Self.event(.sent, 1)], [Self.total([.sent: 2])], in: folder)
    try store.take([], [Self.total([.sent: 7])])
    try store.take([], [Self.total([.sent: 4])])
    #expect(try totals(store).map { $0[2] } == [.integer(7)])
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func `of counts with a time the latest stands, beside what the ledger held by then`(order: [Int]) throws {
    let folder = try ScratchFolder()
    let store = try ledger(
      [
        Self.event(.sent, 1), Self.event(.sent, 2), Self.event(.opened, 1, at: 100),
        Self.event(.opened, 2, at: 300), Self.event(.sent, -1, at: 50), Self.event(.sent, -1, at: 250),
      ], [], in: folder)
    // A console that corrects itself, and a count that nobody dated.
    let counts = [
      Self.total([.opened: 9, .sent: 3]), Self.total([.opened: 5, .sent: 4], at: 99),
      Self.total([.opened: 1, .sent: 3], at: 299),
    ]
    for place in order { try store.take([], [counts[place]]) }
    let rows = try store.table(
      "SELECT kind, their_count, counted_at - \(Self.start), counts, ledger_count, difference FROM totals ORDER BY 1"
    ).rows
    #expect(
      rows == [
        [.text("opened")] + [1, 299, 3, 1, 0].map(Cell.integer),
        [.text("sent")] + [3, 299, 3, 4, -1].map(Cell.integer),
      ])
    let known = try store.externalFacts(message: "m").totals
    #expect(known.map(\.countedAt) == Array(repeating: Instant(milliseconds: Self.start + 299), count: 2))
    #expect(try store.verify() == [])
  }

  @Test func `a vendor's count is compared with the pushes that its message id stands for, each once`() throws
  {
    let folder = try ScratchFolder()
    let push = { (device: Int) in Self.event(.sent, device, message: "m\(device % 2)") }
    let store = try ledger(
      [
        push(1), push(2), push(3), push(4), Self.event(.sent, 5, message: "m1", at: 9),
        // One arrival is told by both logs, one by the vendor's alone, and one is of a device that nobody knows.
        Self.event(.arrived, 1, message: "m1", at: 5), Self.event(.arrived, 1, app: "v", message: "n", at: 6),
        Self.event(.arrived, 2, app: "v", message: "n", at: 6),
        Self.event(.arrived, 9, app: "v", message: "n", at: 6),
      ],
      [
        Self.alias("n", "m1", device: 1), Self.alias("n", "m0", device: 2), Self.alias("n", "m1", device: 3),
        Self.alias("n", "m1", device: 7),
        // Other pushes and another vendor's.
        Self.alias("o", "m0", device: 4), Self.total([.sent: 4, .arrived: 3, .opened: 2], message: "n"),
        Self.total([.arrived: 5], app: "v", message: "n"), Self.total([.sent: 1], message: "o", at: 8),
        Self.total([.sent: 5], message: "nobody"),
      ], in: folder)
    #expect(
      try totals(store) == [
        [
          .text("n"), .text("arrived"), .integer(3), .integer(3), .integer(0), .text("vendor_name"),
          .text("1"),
        ],
        [
          .text("n"), .text("arrived"), .integer(5), .integer(3), .integer(2), .text("vendor_name"),
          .text("1"),
        ],
        [.text("n"), .text("opened"), .integer(2), .null, .null, .text("vendor_name"), .text("1")],
        [.text("n"), .text("sent"), .integer(4), .integer(3), .integer(1), .text("vendor_name"), .text("1")],
        [.text("nobody"), .text("sent"), .integer(5), .integer(0), .integer(5), .text("no_sender"), .null],
        [.text("o"), .text("sent"), .integer(1), .integer(1), .integer(0), .text("vendor_name"), .text("1")],
      ])
    // In the days of the pushes that are meant.
    let scope = CohortScope(
      days: [DaySpan(name: "d", start: Self.start, end: Self.start + 1)], appKeys: ["1"], asOf: .max,
      settle: 0)
    let known = try store.externalFacts(scope).totals
    #expect(known.map(\.message) == ["n", "n", "n", "n", "o"])
    #expect(known.allSatisfy { $0.comparison == .vendorName && $0.sentAt?.milliseconds == Self.start })
  }

  @Test func `a vendor's message id that stands for pushes of several AppKeys is compared with none`() throws
  {
    let folder = try ScratchFolder()
    let store = try ledger(
      [Self.event(.sent, 1), Self.event(.sent, 2, app: "2")],
      [
        Self.alias("n", "m", device: 1), Self.alias("n", "m", device: 2, app: "2"),
        Self.total([.sent: 2], message: "n"),
      ], in: folder)
    #expect(
      try totals(store) == [
        [.text("n"), .text("sent"), .integer(2), .null, .null, .text("several_senders"), .null]
      ])
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func `the ledger's count is that of the view of messages`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let events = randomEvents(400, messages: 5, seed: seed)
    let apps = Set(events.map(\.app)).sorted()
    let notes = apps.flatMap { app in
      Set(events.map(\.message)).sorted().map { message in
        Self.total(
          Dictionary(uniqueKeysWithValues: EventKind.timed.map { ($0, 1_000) }), app: app, message: message)
      }
    }
    let store = try ledger(events, notes, in: folder)
    for kind in EventKind.timed {
      let differing = try store.database.integer(
        """
        SELECT count(*) FROM totals AS t LEFT JOIN messages AS m USING (app_key, message_id)
        WHERE t.kind = '\(kind.name)' AND t.ledger_count IS NOT NULL AND t.ledger_count <> coalesce(m.\(kind.name), 0)
        """)
      #expect(differing == 0)
      let compared = try store.database.integer(
        "SELECT count(ledger_count) FROM totals WHERE kind = '\(kind.name)'")
      #expect(compared ?? 0 > 0)
    }
  }

  @Test func `tallies count lines once, beside the sends of the only AppKey that sent the message`() throws {
    let folder = try ScratchFolder()
    let store = try ledger(
      [Self.event(.sent, 1), Self.event(.sent, 2), Self.event(.sent, -1, message: "anonymous")],
      [
        Self.tally("m", line: 1), Self.tally("m", line: 2), Self.tally("m", line: 1),
        Self.tally("m", line: 1, at: 9), Self.tally("other", line: 3), Self.tally("anonymous", line: 4),
        Self.tally("m", app: "7", line: 5),
      ], in: folder)
    let rows = try store.table(
      "SELECT message_id, app_key, count, last_at - first_at, sent_by, sends FROM tallies ORDER BY 1, 2"
    ).rows
    #expect(
      rows == [
        [.text("anonymous"), .text(""), .integer(1), .integer(0), .text("1"), .integer(1)],
        [.text("m"), .text(""), .integer(3), .integer(9), .text("1"), .integer(2)],
        [.text("m"), .text("7"), .integer(1), .integer(0), .null, .null],
        [.text("other"), .text(""), .integer(1), .integer(0), .null, .null],
      ])
    // None of it is in a count of deliveries.
    #expect(try store.database.integer("SELECT sum(ext_ack) FROM messages") == 0)
  }

  @Test func `a message that only others know is explained by what they know`() throws {
    let folder = try ScratchFolder()
    let store = try ledger(
      [Self.event(.sent, 1)], [Self.tally("other", line: 1), Self.total([.sent: 4], message: "other")],
      in: folder)
    let settled = Instant(milliseconds: Self.start + 3_600_000)
    let stories = try store.messageStories(of: "other", settledUntil: settled)
    #expect(stories.map(\.deliveries) == [0])
    #expect(stories.first?.beside.tallies.map(\.count) == [1])
    #expect(stories.first?.beside.totals.map(\.theirs) == [4])
    #expect(
      try store.messageStories(of: "m", settledUntil: settled).first?.beside.isEmpty
        == true)
  }
}
