import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// The newest event that is not after the clock; its slow twin looks at all events.
struct MomentTests {
  @Test(arguments: 0..<8) func `is the newest event that is not after the clock`(seed: UInt64) throws {
    let ledger = try StoredQueryLedger(StoredQueryLedger.random(60, seed: seed))
    var random = SeededGenerator(seed: seed)
    let events = try ledger.store.table("SELECT at_ms FROM events").rows.compactMap { row -> Int64? in
      guard case .integer(let time) = row[0] else { return nil }
      return time
    }
    let clocks = (0..<200).map { _ in
      StoredQueryLedger.start + Int64.random(in: -3_700_000..<11_000_000, using: &random)
    }
    for clock in clocks + events {
      let moment = try ledger.store.database.integer(PublicView.momentQuery(clock: String(clock)))
      #expect(moment == events.filter { $0 <= clock }.max())
    }
  }

  @Test func `counts an event of unknown kind, and one that stands beside its delivery`() throws {
    func event(_ kind: EventKind, _ time: Int64) -> PlainEvent {
      PlainEvent(
        app: "k", message: "m", device: "d", kind: kind, raw: "x", time: StoredQueryLedger.start + time)
    }
    let ledger = try StoredQueryLedger([
      event(.other, 10), event(.sent, 20), event(.opened, 30), event(.opened, 40), event(.opened, 3_000_000),
    ])
    for (clock, newest) in [(9, nil), (10, 10), (25, 20), (39, 30), (41, 40), (4_000_000, 3_000_000)] {
      let sql = PublicView.momentQuery(clock: String(StoredQueryLedger.start + Int64(clock)))
      let wanted = newest.map { StoredQueryLedger.start + Int64($0) }
      #expect(try ledger.store.database.integer(sql) == wanted)
    }
  }
}
