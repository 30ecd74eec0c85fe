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
      "broken_lines": .number(totals.brokenLines), "no_push_lines": .number(totals.noPushLines),
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
    let site = planted.site
    let days = planted.affectedOfDay.map { (CivilDay.text($0.key), JSONText.number($0.value)) }
    return .object([
      "defect": .text(site.defect.rawValue),
      "size": .text(site.size.rawValue),
      "expected": json(site.defect.expected.map(\.rawValue)),
      "consequences": json(site.defect.consequences.map(\.rawValue)),
      "app_key": json(site.appKey.map { "\($0)" }),
      "app_version": json(site.version.map { "\($0)" }),
      "os_versions": json(site.osVersions),
      "network_types": json(site.networks),
      "channel": json(site.channel?.name),
      "reason": json(site.reason),
      "field": json(site.field),
      "foreign_key": json(site.foreignKey.map { "\($0)" }),
      "message_ids": json(planted.messages.map(\.text)),
      "message_starts_ms": .list(planted.messages.map { json($0.start) }),
      "since_ms": json(site.since),
      "until_ms": json(site.until),
      "first_affected_ms": json(planted.firstAffected),
      "affected": .number(planted.affected),
      "affected_of_day": .object(Dictionary(uniqueKeysWithValues: days)),
      "visible": .number(planted.visible),
    ])
  }

  private static func json(_ texts: [String]) -> JSONText { .list(texts.map(JSONText.text)) }

  private static func json(_ text: String?) -> JSONText { text.map(JSONText.text) ?? .none }

  private static func json(_ time: Instant?) -> JSONText {
    time.map { .number(Int($0.milliseconds)) } ?? .none
  }
}
