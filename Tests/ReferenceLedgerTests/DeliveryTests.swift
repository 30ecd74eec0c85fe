import ReferenceLedger
import Testing

@Suite struct `A delivery in the reference` {
  @Test func `keeps the first time of each kind`() {
    let row = delivery(event("ext_ack", 9), event("ext_ack", 3), event("sent", 1), event("displayed", 5))
    #expect(row["acked_at"] == String(noon + 3))
    #expect(row["sent_at"] == String(noon + 1))
    #expect(row["displayed_at"] == String(noon + 5))
    #expect(row["opened_at"] == "")
  }

  @Test func `takes an attribute from the earliest event that has it`() {
    let row = delivery(
      event("sent", 0, ["os": ""]), event("arrived", 2, ["os": "late"]), event("opened", 1, ["os": "x"]))
    #expect(row["os"] == "x")
  }

  @Test func `takes the smallest bytes of values at one time`() {
    let row = delivery(
      event("sent", 0, ["brand": "b"]), event("sent", 0, ["brand": "a"]), event("sent", 0, ["brand": "é"]))
    #expect(row["brand"] == "a")
  }

  @Test(arguments: [
    ("6003#bad certificate", "6003", "bad certificate"), ("201#invalid#device", "201", "invalid#device"),
    ("BadDeviceToken", "", "BadDeviceToken"), ("#text", "", "#text"), ("a1#text", "", "a1#text"),
  ])
  func `splits a reason at the first mark after digits only`(reason: String, code: String, text: String) {
    let row = delivery(event("send_failed", 0, ["reason": reason]))
    #expect([row["reason_code"], row["reason_text"]] == [code, text])
  }

  @Test func `takes its reason from the earliest failure that gives one`() {
    let row = delivery(
      event("arrived", 0, ["reason": "1#not a failure"]), event("send_failed", 1),
      event("send_failed", 3, ["reason": "3#later"]), event("arrive_failed", 2, ["reason": "2#earlier"]))
    #expect(row["reason_code"] == "2")
  }

  @Test func `measures from the latest send that is not after the event`() {
    let row = delivery(
      event("sent", 0), event("sent", 100), event("sent", 500), event("ext_ack", 100), event("opened", 499))
    #expect(row["ack_latency_ms"] == "0")
    #expect(row["open_latency_ms"] == "399")
  }

  @Test func `has a negative latency from the first send when all sends are later`() {
    let row = delivery(event("ext_ack", 0), event("sent", 40), event("sent", 900))
    #expect(row["ack_latency_ms"] == "-40")
  }

  @Test func `has no latency without a send`() {
    #expect(delivery(event("ext_ack", 0))["ack_latency_ms"] == "")
  }

  @Test(arguments: [
    ("iOS", "", "1"), ("IOS", "fcm", "1"), ("", "APNS", "1"), ("ANDROID", "huawei", "0"), ("", "", "0"),
  ])
  func `expects an ack on iOS and on APNs in any case`(platform: String, channel: String, eligible: String) {
    #expect(
      delivery(event("sent", 0, ["platform": platform, "channel": channel]))["ack_eligible"] == eligible)
  }

  @Test(arguments: [
    ("ext_ack", "iOS", "apns", "1"), ("displayed", "iOS", "apns", "1"), ("opened", "", "fcm", "1"),
    ("dismissed", "", "gcm", "1"), ("arrived", "ANDROID", "huawei", "1"), ("arrived", "", "", "1"),
    ("arrived", "ios", "huawei", "0"), ("arrived", "", "APNs", "0"), ("arrived", "ANDROID", "FCM", "0"),
    ("arrived", "ANDROID", "gcm", "0"), ("sent", "ANDROID", "huawei", "0"),
    ("other", "ANDROID", "huawei", "0"),
  ])
  func `is confirmed by evidence from the device`(
    kind: String, platform: String, channel: String, confirmed: String
  ) {
    #expect(delivery(event(kind, 0, ["platform": platform, "channel": channel]))["confirmed"] == confirmed)
  }

  @Test func `is told apart by the bytes of its ids`() {
    let ledger = ReferenceLedger([event("sent", device: "\u{e9}"), event("sent", device: "e\u{301}")])
    #expect(ledger.deliveries.rows.count == 2)
  }
}

@Suite struct `Events and messages in the reference` {
  @Test func `are sets, in which only unknown types differ by their raw name`() {
    let ledger = ReferenceLedger([
      event("sent", 5), event("sent", 5, ["os": "iOS"]), event("sent", 6), event("other", 5, raw: "Recall"),
      event("other", 5, raw: "sms"), event("other", 5, raw: "sms"),
    ])
    #expect(ledger.events.rows.map { $0[4] } == ["Recall", "sms", "", ""])
  }

  @Test func `count devices of a kind, and each event without one`() throws {
    let ledger = ReferenceLedger([
      event("sent", 0, device: "x"), event("sent", 9, device: "x"), event("sent", 1, device: "y"),
      event("sent", 2, device: ""), event("sent", 3, device: ""),
      event("sent", 3, device: "", ["job_key": "late"]),
      event("opened", 4, device: "", ["job_key": "later"]), event("sent", 0, app: "b"),
    ])
    let row = try #require(ledger.messages.records.first)
    #expect(ledger.messages.rows.count == 2)
    #expect([row["sent"], row["opened"], row["ext_ack"]] == ["4", "1", "0"])
    #expect(row["first_sent_at"] == String(noon))
    #expect(row["last_sent_at"] == String(noon + 9))
    #expect(row["job_key"] == "late")
  }
}
