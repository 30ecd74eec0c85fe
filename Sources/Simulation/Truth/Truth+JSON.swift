import ReceiptModel

extension Truth {
  /// The truth as JSON, for the file beside the log.
  ///
  /// Ids are text, times are milliseconds since 1970, UTC.
  package var json: [UInt8] {
    var bytes: [UInt8] = []
    let value = JSONText.object([
      "cells": .list(cells.sorted { $0.key < $1.key }.map { Self.json($0.key, $0.value) }),
      "defects": .list(defects.map(Self.json)),
      "totals": Self.json(totals),
    ])
    value.append(to: &bytes)
    bytes.append(0x0A)
    return bytes
  }

  private static func json(_ cell: Cell, _ counts: Counts) -> JSONText {
    .object([
      "day": .text(CivilDay.text(cell.day)),
      "app_key": .text("\(cell.appKey)"),
      "channel": .text(cell.channel.name),
      "sent": .number(counts.sent),
      "send_failed": .number(counts.sendFailed),
      "arrived": .number(counts.arrived),
      "ack_eligible": .number(counts.ackEligible),
      "acked": .number(counts.acked),
      "opened": .number(counts.opened),
      "dismissed": .number(counts.dismissed),
      "confirmed": .number(counts.confirmed),
      "opened_unacked": .number(counts.openedUnacked),
      "app_key_mismatch": .number(counts.appKeyMismatch),
    ])
  }

  private static func json(_ totals: Totals) -> JSONText {
    var kinds: [String: JSONText] = [:]
    for kind in EventKind.allCases {
      kinds[kind.name] = .number(totals.eventsOfKind[Int(kind.rawValue)])
    }
    return .object([
      "lines": .number(totals.lines),
      "duplicate_lines": .number(totals.duplicateLines),
      "events": .number(totals.events),
      "events_of_kind": .object(kinds),
      "messages": .number(totals.messages),
      "deliveries": .number(totals.deliveries),
      "unmatched": .number(totals.unmatched),
      "first_event_ms": json(totals.firstEvent),
      "last_event_ms": json(totals.lastEvent),
    ])
  }

  private static func json(_ planted: Planted) -> JSONText {
    .object([
      "defect": .text(planted.site.defect.rawValue),
      "app_key": planted.site.appKey.map { .text("\($0)") } ?? .none,
      "app_version": planted.site.version.map { .text("\($0)") } ?? .none,
      "since_ms": json(planted.site.since),
      "foreign_key": planted.site.foreignKey.map { .text("\($0)") } ?? .none,
      "affected": .number(planted.affected),
      "visible": .number(planted.visible),
    ])
  }

  private static func json(_ time: Instant?) -> JSONText {
    time.map { .number(Int($0.milliseconds)) } ?? .none
  }
}
