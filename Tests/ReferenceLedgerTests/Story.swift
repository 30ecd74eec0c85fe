import ReferenceLedger

/// Noon of 2026-03-10, UTC: the moment that small cases count from.
let noon: Int64 = 1_773_144_000_000

/// An event of message `m`, `offset` milliseconds after noon.
func event(
  _ kind: String, _ offset: Int64 = 0, device: String = "d", app: String = "a", message: String = "m",
  _ attributes: [String: String] = [:], raw: String? = nil
) -> ReferenceEvent {
  ReferenceEvent(
    appKey: app, messageID: message, deviceID: device, kind: kind, rawType: raw,
    timeMilliseconds: noon + offset,
    attributes: attributes)
}

/// What an iPhone's events say.
let apns = ["platform": "iOS", "channel": "apns"]

/// The only row of the `deliveries` view that the events make.
func delivery(_ events: ReferenceEvent...) -> [String: String] {
  let records = ReferenceLedger(events).deliveries.records
  precondition(records.count == 1, "the events are of one delivery")
  return records[0]
}

/// The flags of one name, a day after noon, as `app_key message_id device_id sent_at detail`.
func flags(_ name: String, after milliseconds: Int64 = 86_400_000, _ events: [ReferenceEvent]) -> [String] {
  ReferenceLedger(events).flags(asOf: noon + milliseconds).rows.filter { $0[0] == name }
    .map { row in
      // The send as an offset from noon, which is how the case states it.
      let sent = Int64(row[4]).map { String($0 - noon) } ?? "-"
      return (row[1...3] + [sent, row[5]]).joined(separator: " ")
    }
}
