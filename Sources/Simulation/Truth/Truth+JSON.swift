import JSONWriting
import ReceiptModel

extension Truth {
  /// The truth as JSON, for the file beside the log.
  ///
  /// Ids are text, times are milliseconds since 1970, UTC.
  package var json: [UInt8] {
    Self.sorted([
      "cells": .list(cells.sorted { $0.key < $1.key }.map { Self.json($0.key, $0.value) }),
      "defects": .list(defects.map(Self.json)),
      "totals": Self.json(totals),
    ]).bytes
  }

  private static func json(_ cell: Cell, _ counts: Counts) -> JSONTree {
    sorted([
      "day": .text(cell.day.description),
      "app_key": .text("\(cell.appKey)"),
      "channel": .text(cell.channel.name),
      "sent": .integer(counts.sent),
      "send_failed": .integer(counts.sendFailed),
      "arrived": .integer(counts.arrived),
      "ack_eligible": .integer(counts.ackEligible),
      "acked": .integer(counts.acked),
      "opened": .integer(counts.opened),
      "dismissed": .integer(counts.dismissed),
      "confirmed": .integer(counts.confirmed),
      "opened_unacked": .integer(counts.openedUnacked),
      "app_key_mismatch": .integer(counts.appKeyMismatch),
    ])
  }

  private static func json(_ totals: Totals) -> JSONTree {
    var kinds: [String: JSONTree] = [:]
    for kind in EventKind.allCases {
      kinds[kind.name] = .integer(totals.eventsOfKind[Int(kind.rawValue)])
    }
    return sorted([
      "lines": .integer(totals.lines),
      "duplicate_lines": .integer(totals.duplicateLines),
      "broken_lines": .integer(totals.brokenLines), "no_push_lines": .integer(totals.noPushLines),
      "events": .integer(totals.events),
      "events_of_kind": sorted(kinds),
      "messages": .integer(totals.messages),
      "deliveries": .integer(totals.deliveries),
      "unmatched": .integer(totals.unmatched),
      "first_event_ms": json(totals.firstEvent),
      "last_event_ms": json(totals.lastEvent),
    ])
  }

  private static func json(_ planted: Planted) -> JSONTree {
    let site = planted.site
    let days = planted.affectedOfDay.map { ($0.key.description, JSONTree.integer($0.value)) }
    return sorted([
      "defect": .text(site.defect.rawValue),
      "size": .text(site.size.rawValue),
      "expected": json(site.defect.expected.map(\.rawValue)),
      "consequences": json(site.defect.consequences.map(\.rawValue)),
      "app_key": .text(site.appKey.map { "\($0)" }),
      "app_version": .text(site.version.map { "\($0)" }),
      "os_versions": json(site.osVersions),
      "network_types": json(site.networks),
      "channel": .text(site.channel?.name),
      "reason": .text(site.reason),
      "field": .text(site.field),
      "foreign_key": .text(site.foreignKey.map { "\($0)" }),
      "message_ids": json(planted.messages.map(\.text)),
      "message_starts_ms": .list(planted.messages.map { json($0.start) }),
      "since_ms": json(site.since),
      "until_ms": json(site.until),
      "first_affected_ms": json(planted.firstAffected),
      "affected": .integer(planted.affected),
      "affected_of_day": sorted(Dictionary(uniqueKeysWithValues: days)),
      "visible": .integer(planted.visible),
      "answered": .integer(planted.answered),
      "lost": .integer(planted.lost),
    ])
  }

  private static func json(_ texts: [String]) -> JSONTree { .list(texts.map { .text($0) }) }

  private static func json(_ time: Instant?) -> JSONTree { .integer(time?.milliseconds) }

  /// An object with its members in the order of their names.
  private static func sorted(_ members: [String: JSONTree]) -> JSONTree {
    .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }
}
