import ReceiptModel
import SQLite
import TestSupport

@testable import Ledger

/// Who told what, straight from the events: the slow twin of what the ledger keeps.
struct PlainAttributions: Equatable {
  struct Key: Hashable {
    var app: [UInt8]
    var message: [UInt8]
    var device: [UInt8]
    var kind: String
    var source: String
  }

  /// The first time.
  var times: [Key: Int64] = [:]

  init(_ events: some Sequence<PlainEvent>) {
    for event in events {
      let key = Key(
        app: event.app.bytes, message: event.message.bytes, device: event.device.bytes, kind: event.kind.name,
        source: event.attributes[.source] ?? "")
      times[key] = min(times[key] ?? event.time, event.time)
    }
  }

  /// What the view `told` of a ledger says, or another of such columns.
  init(_ store: LedgerReader, _ view: String = "told") throws {
    let rows = try store.database.prepare(
      "SELECT app_key, message_id, device_id, kind, coalesce(source, ''), at_ms FROM \(view)")
    while try rows.step() {
      let key = Key(
        app: rows.text(0).bytes, message: rows.text(1).bytes, device: rows.text(2).bytes, kind: rows.text(3),
        source: rows.text(4))
      // A second row of a key would be no set.
      times[key] = times[key] == nil ? rows.integer(5) : -1
    }
  }
}
