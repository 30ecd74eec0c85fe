import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// What a report says of who told what in its days.
struct ToldHealthTests {
  private static let window: Range<Int64> = RandomLinks.start + 400_000..<RandomLinks.start + 3_100_000

  private func scope(_ appKeys: [String] = []) -> CohortScope {
    CohortScope(
      days: [DaySpan(name: "d", start: Self.window.lowerBound, end: Self.window.upperBound)],
      appKeys: appKeys, asOf: Self.window.upperBound, settle: 0)
  }

  /// The same from a view, whose rows are counted one by one.
  private func counted(_ store: LedgerReader, _ view: String, apps: [String]) throws
    -> [ToldKind]
  {
    let rows = try store.database.prepare(
      """
      SELECT e.source, coalesce(d.channel, ''), e.kind, d.app_key,
        coalesce(d.sent_at, d.send_failed_at, d.accepted_at) IS NOT NULL,
        EXISTS (SELECT 1 FROM links AS l WHERE state = 'joined' AND l.app_key = d.app_key
          AND l.message_id = d.message_id AND l.device_id = d.device_id)
      FROM \(view) AS e
        JOIN deliveries AS d USING (app_key, message_id, device_id)
      WHERE device_id <> '' AND e.at_ms >= \(Self.window.lowerBound) AND e.at_ms < \(Self.window.upperBound)
        AND \(view == "evidence" ? "e.is_linked" : "e.kind <> 'other'")
      """)
    var told: [ToldKind] = []
    while try rows.step() {
      guard apps.isEmpty || apps.contains(rows.text(3)) else { continue }
      let (wasSent, isJoined) = (rows.integer(4) != 0, rows.integer(5) != 0)
      if view == "told", !wasSent, isJoined { continue }
      told.append(
        ToldKind(
          source: rows.text(0), channel: rows.text(1), kind: try #require(EventKind(name: rows.text(2))),
          of: view == "evidence" ? .linked : wasSent ? .sent : .unsent, count: 1))
    }
    return told
  }

  @Test(arguments: seeds(0..<10 as Range<UInt64>), [[], ["a"]])
  func `sums of a window are the rows of the views`(seed: UInt64, apps: [String]) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    var log = RandomLinks(200, seed: seed)
    for index in log.lines.indices {
      guard case .event(var event) = log.lines[index], event.app != "h" else { continue }
      event.attributes[.source] = ["alibaba", "send-log"].randomElement(using: &random)
      log.lines[index] = .event(event)
    }
    let store = try LinkedLedger.write([[log.lines]], folder.path("ledger.db"))
    let wanted = try ToldKind.summed(
      counted(store, "told", apps: apps)
        + counted(store, "evidence", apps: apps))
    let told = try store.health(scope(apps)).told
    // Of what links give, the evidence has what proves something.
    #expect(told.filter { $0.of != .linked || PublicView.proofs.contains($0.kind) } == wanted)
    #expect(!wanted.isEmpty)
  }

  @Test func `where Alibaba's receipts tell everything nothing is said of it`() throws {
    let folder = try ScratchFolder()
    let lines = RandomLinks(100, seed: 3).lines.filter { line in
      if case .event(let event) = line { event.app != "h" } else { true }
    }
    let store = try LinkedLedger.write([[lines]], folder.path("ledger.db"))
    #expect(try store.health(scope()).told == [])
  }

  @Test func `sums keep apart what differs in bytes only`() {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let told = [composed, decomposed, composed].map {
      ToldKind(source: $0, channel: "", kind: .sent, count: 2)
    }
    #expect(ToldKind.summed(told).map(\.count) == [2, 4])
  }
}
