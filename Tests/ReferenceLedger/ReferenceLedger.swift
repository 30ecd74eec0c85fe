/// The slow, obvious ledger: plain dictionaries over a list of events, straight from the contract's words.
///
/// It is what every view, flag and data set of the program is compared with, so it is written to be read, not to be
/// fast: some thousand events are its world.
package struct ReferenceLedger: Sendable {
  /// Every delivery, in no order.
  package let all: [ReferenceDelivery]
  private let received: [ReferenceEvent]

  /// - Parameters:
  ///   - events: in any order and with any repetition.
  ///   - unackable: AppKey and id of messages whose payloads keep the extension from running; an ack of one shows that
  ///     it ran all the same.
  package init(_ events: [ReferenceEvent], unackable: Set<[String]> = []) {
    received = events
    let groups = Dictionary(grouping: events) { event in
      [event.appKey, event.messageID, event.deviceID].map(ByteText.init)
    }
    let acked = Set(
      events.filter { $0.kind == "ext_ack" }.map { [$0.appKey, $0.messageID].map(ByteText.init) })
    let deliveries = groups.values.map(ReferenceDelivery.init(events:))
    let ackedUnexpectedly = Set(
      deliveries.filter(\.hasUnexpectedAck).map { [$0.appKey, $0.messageID].map(ByteText.init) })
    all = deliveries.map { delivery in
      var delivery = delivery
      let message = [delivery.appKey, delivery.messageID]
      delivery.isUnackable = unackable.contains(message) && !acked.contains(message.map(ByteText.init))
      delivery.isAckedUnexpectedly = ackedUnexpectedly.contains(message.map(ByteText.init))
      return delivery
    }
  }

  /// Deliveries that are counted by device.
  var withDevice: [ReferenceDelivery] { all.filter(\.hasDevice) }

  /// The newest event time, which is the default as-of; `nil` when there is no event.
  package var newestMilliseconds: Int64? { received.map(\.timeMilliseconds).max() }

  /// One event for each identity.
  private var distinct: [ReferenceEvent] {
    Array(Dictionary(received.map { ($0.identity, $0) }) { first, _ in first }.values)
  }
}

extension ReferenceLedger {
  /// The `deliveries` view.
  package var deliveries: ReferenceTable {
    ReferenceTable(
      header: Self.deliveryColumns, keyCount: 3,
      rows: all.map { delivery in
        [delivery.appKey, delivery.messageID, delivery.deviceID]
          + ReferenceEvent.attributeNames.dropLast(2).map { delivery.attributes[$0] ?? "" }
          + ReferenceEvent.kinds.dropLast().map { cell(delivery.first($0)) }
          + [
            delivery.reason.code, delivery.reason.text, cell(delivery.latency(to: "ext_ack")),
            cell(delivery.latency(to: "opened")), delivery.isAckEligible ? "1" : "0",
            delivery.isConfirmed ? "1" : "0", delivery.attributes["client_network"] ?? "",
          ]
      })
  }

  /// The `events` view, whose columns together are the key.
  package var events: ReferenceTable {
    ReferenceTable(
      header: ["app_key", "message_id", "device_id", "kind", "raw_type", "at_ms"], keyCount: 6,
      rows: distinct.map { $0.identity.map(\.text) })
  }

  /// The `messages` view: a kind is counted once for each device that has it, and once for each event without device.
  ///
  /// The first and the last send are those of all `sent` events; the job key is the smallest by bytes of its
  /// deliveries' job keys.
  package var messages: ReferenceTable {
    let groups = Dictionary(grouping: received) { [$0.appKey, $0.messageID].map(ByteText.init) }
    let deliveries = Dictionary(grouping: all) { [$0.appKey, $0.messageID].map(ByteText.init) }
    return ReferenceTable(
      header: ["app_key", "message_id"] + ReferenceEvent.kinds + [
        "first_sent_at", "last_sent_at", "job_key",
      ],
      keyCount: 2,
      rows: groups.map { key, events in
        let sends = events.filter { $0.kind == "sent" }.map(\.timeMilliseconds)
        return key.map(\.text) + ReferenceEvent.kinds.map { String(Self.count($0, in: events)) }
          + [
            cell(sends.min()), cell(sends.max()),
            jobKeys(of: deliveries[key] ?? []).min()?.text ?? "",
          ]
      })
  }

  private func jobKeys(of deliveries: [ReferenceDelivery]) -> [ByteText] {
    deliveries.compactMap { $0.attributes["job_key"].map(ByteText.init) }.filter { !$0.text.isEmpty }
  }

  private static func count(_ kind: String, in events: [ReferenceEvent]) -> Int {
    let events = events.filter { $0.kind == kind }
    let devices = Set(events.map { ByteText($0.deviceID) }.filter { !$0.text.isEmpty })
    let withoutDevice = Set(events.filter { $0.deviceID.isEmpty }.map(\.identity))
    return devices.count + withoutDevice.count
  }

  private static let deliveryColumns = [
    "app_key", "message_id", "device_id", "source", "platform", "channel", "job_key", "app_version", "os",
    "os_version", "brand", "network_type", "isp", "accepted_at", "sent_at", "send_failed_at", "arrived_at",
    "arrive_failed_at", "acked_at", "displayed_at", "opened_at", "dismissed_at", "dropped_at", "expired_at",
    "reason_code", "reason_text", "ack_latency_ms", "open_latency_ms", "ack_eligible", "confirmed",
    "client_network",
  ]
}
