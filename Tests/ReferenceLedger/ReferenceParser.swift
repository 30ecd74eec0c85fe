import Foundation

/// Reads simple JSON Lines of the Alibaba receipt log, one record a line, into events.
///
/// It is strict: the first line that is not plainly well formed ends the reading with an error.
package struct ReferenceParser: Sendable {
  /// Event types in lower case, and the kind each stands for; any other type is kept as `other`.
  package var aliases: [String: String]
  /// The zone of times that name none, in minutes east of UTC.
  package var assumedOffsetMinutes: Int
  /// What the `source` column says of these events.
  package var source: String
  /// Whether the networks of the devices' addresses are kept.
  package var keepsClientNetworks: Bool

  package init(
    aliases: [String: String] = ReferenceParser.alibabaAliases, assumedOffsetMinutes: Int = 480,
    source: String = "alibaba", keepsClientNetworks: Bool = false
  ) {
    self.aliases = aliases
    self.assumedOffsetMinutes = assumedOffsetMinutes
    self.source = source
    self.keepsClientNetworks = keepsClientNetworks
  }

  /// The default table.
  package static let alibabaAliases = [
    "sent": "sent", "sent_fail": "send_failed", "arrive": "arrived", "arrived": "arrived",
    "received": "arrived",
    "arrive_fail": "arrive_failed", "ext_ack": "ext_ack", "open": "opened", "opened": "opened",
    "click": "opened",
    "clicked": "opened", "delete": "dismissed", "deleted": "dismissed", "remove": "dismissed",
    "removed": "dismissed", "clear": "dismissed", "cleared": "dismissed", "dismiss": "dismissed",
    "dismissed": "dismissed",
  ]

  /// The default table with the kinds this log has no word for, so that a log can hold every kind.
  package static let aliasesOfEveryKind = alibabaAliases.merging(
    ["accepted": "accepted", "displayed": "displayed", "dropped": "dropped", "expired": "expired"]
  ) { known, _ in known }

  /// The events of a text of lines, in order; blank lines are skipped.
  package func events(in text: String) throws -> [ReferenceEvent] {
    try text.utf8.split(separator: UInt8(ascii: "\n"))
      .filter { line in line.contains { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") } }
      .map { try event(in: Data($0)) }
  }

  /// A line that the reference does not take.
  package struct Refusal: Error, Equatable {
    package let field: String

    package init(field: String) { self.field = field }
  }

  private func event(in line: Data) throws -> ReferenceEvent {
    guard let record = try JSONSerialization.jsonObject(with: line) as? [String: Any] else {
      throw Refusal(field: "record")
    }
    guard try value("__topic__", of: record).map({ $0 == "cps_callback_event" }) ?? true else {
      throw Refusal(field: "__topic__")
    }
    let rawType = try required("event_type", of: record)
    let kind = aliases[rawType.lowercased()] ?? "other"
    var attributes = ["source": source]
    for (field, column) in Self.columns { attributes[column] = try value(field, of: record) }
    if keepsClientNetworks {
      attributes["client_network"] = try value("client_ip", of: record).flatMap(ReferenceNetwork.of)
    }
    return ReferenceEvent(
      appKey: try required("app_key", of: record), messageID: try required("message_id", of: record),
      deviceID: try value("device_id", of: record) ?? "", kind: kind,
      rawType: kind == "other" ? rawType : nil,
      timeMilliseconds: try time(of: record), attributes: attributes)
  }

  private func time(of record: [String: Any]) throws -> Int64 {
    let text = try value("event_time", of: record) ?? required("__time__", of: record)
    guard let time = ReferenceTime.milliseconds(text, assumedOffsetMinutes: assumedOffsetMinutes) else {
      throw Refusal(field: "event_time")
    }
    return time
  }

  private func required(_ field: String, of record: [String: Any]) throws -> String {
    guard let text = try value(field, of: record) else { throw Refusal(field: field) }
    return text
  }

  /// The text of a field; a number counts as its digits, and what logs write for "nothing" as absent.
  private func value(_ field: String, of record: [String: Any]) throws -> String? {
    switch record[field] {
    case nil, is NSNull: return nil
    case let text as String: return ["", "-", "null"].contains(text) ? nil : text
    case let number as NSNumber:
      let text = number.stringValue
      guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { throw Refusal(field: field) }
      return text
    default: throw Refusal(field: field)
    }
  }

  /// Fields of the log that become columns of a delivery.
  private static let columns = [
    "device_type": "platform", "event_channel": "channel", "job_key": "job_key", "app_version": "app_version",
    "os": "os", "os_version": "os_version", "brand": "brand", "network_type": "network_type", "isp": "isp",
    "reason": "reason",
  ]
}
