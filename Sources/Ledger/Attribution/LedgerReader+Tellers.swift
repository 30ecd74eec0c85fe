import ReceiptModel
import SQLite

extension LedgerReader {
  /// Says of each event of a push on a device which logs tell it.
  ///
  /// Where several sources told a kind, the ledger knows only the first time of each; a repeat at another time gets no
  /// name then.
  func addTellers(_ key: DeliveryKey, to found: inout [FoundDelivery]) throws {
    try addOwnTellers(key, to: &found)
    try addLinkedTellers(key, to: &found)
  }

  private func addOwnTellers(_ key: DeliveryKey, to found: inout [FoundDelivery]) throws {
    let rows = try database.prepare(
      """
      SELECT app_ref, kind, source, at_ms FROM (\(AttributionDefinition.rows("d.app_ref") { _ in
        "d.message_ref = ?1 AND d.device = ?2"
      })) ORDER BY 1, 2, 3
      """)
    key.bind(to: rows)
    var tellings: [Int64: [EventKind: [(source: String, time: Int64)]]] = [:]
    while try rows.step() {
      guard let kind = EventKind(stored: rows.integer(1)) else { continue }
      tellings[rows.integer(0), default: [:]][kind, default: []].append((rows.text(2), rows.integer(3)))
    }
    for place in found.indices {
      for index in found[place].story.events.indices {
        let event = found[place].story.events[index]
        let tellers = tellings[found[place].app]?[event.kind] ?? []
        let told = tellers.count == 1 ? tellers : tellers.filter { $0.time == event.at.milliseconds }
        found[place].story.events[index].toldBy = told.map(\.source).filter { !$0.isEmpty }
          .joined(separator: ", ")
      }
    }
  }

  /// Says which logs tell the events that are here only by a link.
  private func addLinkedTellers(_ key: DeliveryKey, to found: inout [FoundDelivery]) throws {
    let source = "(SELECT * FROM link WHERE state = 0 AND target_message = ?1 AND target_device = ?2) AS l"
    let rows = try database.prepare(
      """
      SELECT app_ref, kind, at_ms, group_concat(source, ', ') FROM (
        SELECT DISTINCT k.app_ref, k.kind, k.at_ms, c.source FROM linked_event AS k
        JOIN (\(LinkDefinition.events(from: source, columns: "d.context_ref"))) AS e
          ON e.target_app = k.app_ref AND e.kind = k.kind AND e.at_ms = k.at_ms
        JOIN context AS c ON c.ref = e.context_ref
        WHERE k.message_ref = ?1 AND k.device = ?2 ORDER BY c.source)
      GROUP BY 1, 2, 3
      """)
    key.bind(to: rows)
    while try rows.step() {
      guard let place = found.firstIndex(where: { $0.app == rows.integer(0) }) else { continue }
      for index in found[place].story.events.indices {
        let event = found[place].story.events[index]
        guard Int64(event.kind.rawValue) == rows.integer(1), event.at.milliseconds == rows.integer(2) else {
          continue
        }
        found[place].story.events[index].toldBy = rows.text(3)
        found[place].story.events[index].isLinked = true
      }
    }
  }
}
