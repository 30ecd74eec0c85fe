import ReferenceLedger
import Testing

@Suite struct `Daily numbers in the reference` {
  private func row(_ events: [ReferenceEvent], asOf: Int64 = noon + 86_400_000) throws -> [String: String] {
    let records = ReferenceLedger(events).daily(asOf: asOf).records
    #expect(records.count == 1)
    return try #require(records.first)
  }

  @Test func `count other kinds over sent deliveries only`() throws {
    let row = try row([
      event("accepted", device: "1", apns), event("send_failed", device: "2", apns),
      event("opened", device: "2", apns), event("sent", device: "3", apns), event("send_failed", device: "3"),
      event("accepted", device: "3"), event("arrive_failed", device: "3"), event("dismissed", device: "3"),
    ])
    #expect(
      ["accepted", "sent", "send_failed", "arrive_failed", "opened", "dismissed"].map { row[$0] } == [
        "1", "1", "1", "1", "0", "1",
      ])
    #expect(row["send_success_rate"] == "0.500000")
  }

  @Test func `give every rate its own denominator`() throws {
    // Four iPhones: acked; acked and opened; opened only; silent.
    let row = try row(
      (1...4).map { event("sent", device: "\($0)", apns) } + [
        event("ext_ack", 1_000, device: "1"), event("ext_ack", 3_000, device: "2"),
        event("opened", 9_000, device: "2"),
        event("opened", 9_000, device: "3"),
      ])
    let columns = [
      "ack_eligible", "acked", "opened", "confirmed", "opened_unacked", "send_success_rate", "ack_rate",
      "confirmed_rate", "open_rate_sent",
      "open_rate_confirmed", "ack_coverage", "ack_timeout",
    ]
    #expect(
      columns.map { row[$0] } == [
        "4", "2", "2", "3", "1", "1.000000", "0.500000", "0.750000", "0.500000", "0.666667", "0.500000", "2",
      ])
  }

  @Test func `leave rates empty that have nothing to divide by`() throws {
    let row = try row([event("accepted")])
    let rates = [
      "send_success_rate", "ack_rate", "confirmed_rate", "open_rate_sent", "open_rate_confirmed",
      "ack_coverage", "ack_p50_ms",
    ]
    #expect(rates.allSatisfy { row[$0] == "" })
    #expect(row["sent"] == "0")
  }

  @Test(arguments: [("fcm", ""), ("GCM", ""), ("", "1.000000"), ("huawei", "1.000000")])
  func `give no delivery rate on channels that cannot confirm`(channel: String, rate: String) throws {
    let row = try row([event("sent", 0, ["channel": channel]), event("opened", 5)])
    #expect([row["confirmed"], row["confirmed_rate"]] == ["1", rate])
  }

  @Test func `give percentiles by nearest rank over acks that are not before their send`() throws {
    let events = (1...20).flatMap {
      [event("sent", device: "\($0)"), event("ext_ack", Int64($0) * 100, device: "\($0)")]
    }
    let early = ["x", "y", "z"].flatMap { [event("sent", device: $0), event("ext_ack", -5, device: $0)] }
    let row = try row(events + early)
    #expect(
      ["ack_p50_ms", "ack_p90_ms", "ack_p95_ms", "ack_p99_ms"].map { row[$0] } == [
        "1000", "1800", "1900", "2000",
      ])
  }

  @Test func `count a push answered under a foreign key in its sender's row`() throws {
    let rows = ReferenceLedger([
      event("sent", app: "b"), event("ext_ack", 5, app: "x"), event("opened", 6, app: "y"),
      event("sent", 3, app: "c"),
      event("sent", device: "e", app: "c"),
    ]).daily(asOf: noon).records
    #expect(rows.map { $0["app_key"] } == ["b", "c"])
    #expect(rows.map { $0["app_key_mismatch"] } == ["1", "1"])
    #expect(rows.map { $0["acked"] } == ["0", "0"])
  }

  @Test func `count timeouts and acks over budget`() throws {
    let row = try row([
      event("sent", device: "1", apns), event("ext_ack", 17_001, device: "1"),
      event("sent", device: "2", apns),
      event("ext_ack", 30_001, device: "2"),
    ])
    #expect([row["ack_timeout"], row["ack_over_budget"]] == ["1", "2"])
  }

  @Test func `put a delivery into the day of its first send, failed send or acceptance`() {
    let day: Int64 = 86_400_000
    let ledger = ReferenceLedger([
      event("accepted", 0, device: "1"), event("send_failed", day, device: "1"),
      event("sent", 3 * day, device: "1"),
      event("sent", 2 * day, device: "1"), event("accepted", 0, device: "2"),
      event("send_failed", day, device: "2"),
      event("accepted", 0, device: "3"), event("ext_ack", 5, device: "4"), event("sent", 5 * day, device: ""),
    ])
    #expect(ledger.daily(asOf: noon).rows.map { $0[0] } == ["2026-03-10", "2026-03-11", "2026-03-12"])
  }

  @Test func `cut days in the zone of the report`() {
    let ledger = ReferenceLedger([event("sent", 12 * 3_600_000 - 1)])
    #expect(ledger.daily(asOf: noon).rows[0][0] == "2026-03-10")
    #expect(ledger.daily(asOf: noon, offsetMinutes: 480).rows[0][0] == "2026-03-11")
    #expect(
      ReferenceLedger([event("sent", -12 * 3_600_000)]).daily(asOf: noon, offsetMinutes: -1).rows[0][0]
        == "2026-03-09")
  }

  @Test(
    arguments: [
      (0, 43_200_000 + 899_999, "false"), (0, 43_200_000 + 900_000, "true"),
      (480, 14_400_000 + 900_000, "true"), (480, 14_400_000 + 899_999, "false"),
    ] as [(Int, Int64, String)])
  func `call a day ripe when it has ended and settled`(offsetMinutes: Int, asOf: Int64, ripe: String) {
    let table = ReferenceLedger([event("sent")]).daily(asOf: noon + asOf, offsetMinutes: offsetMinutes)
    #expect(table.records[0]["ripe"] == ripe)
  }

  @Test func `stand by version with rates over measurable channels`() {
    let version = ["app_version": "3.2", "os_version": "17"]
    let ledger = ReferenceLedger([
      event("sent", device: "1", version.merging(["channel": "fcm"]) { $1 }), event("opened", 1, device: "1"),
      event("sent", device: "2", version.merging(["channel": "huawei"]) { $1 }), event("sent", device: "3"),
    ])
    let rows = ledger.appVersions(asOf: noon).records
    #expect(rows.map { $0["app_version"] } == ["", "3.2"])
    #expect(rows.map { $0["sent"] } == ["1", "2"])
    #expect(rows[1]["confirmed_rate"] == "0.000000")
  }
}

@Suite struct `Failures and latencies in the reference` {
  @Test func `share failures out by reason within their kind`() {
    let table = ReferenceLedger([
      event("send_failed", device: "1", ["reason": "5#token"]),
      event("send_failed", device: "2", ["reason": "5#token"]),
      event("send_failed", device: "3"), event("send_failed", device: "4"), event("sent", device: "4"),
      event("sent", device: "5"), event("arrive_failed", 1, device: "5", ["reason": "6#off"]),
      event("arrive_failed", device: "6"), event("send_failed", device: "", ["reason": "5#token"]),
    ]).failures()
    #expect(
      table.rows.map { $0[3...].joined(separator: " ") } == [
        "arrive_failed 6 off 1 1.000000", "send_failed   1 0.333333", "send_failed 5 token 2 0.666667",
      ])
  }

  @Test func `put latencies between the edges they lie on`() {
    let latencies: [Int64] = [-1, 0, 999, 1_000, 17_000, 86_399_999, 86_400_000]
    let events = latencies.flatMap {
      [event("sent", device: "\($0)"), event("ext_ack", $0, device: "\($0)")]
    }
    #expect(
      ReferenceLedger(events).latency().rows.map { $0[3...].joined(separator: " ") } == [
        "0  0 1", "1 0 1000 2", "2 1000 5000 1", "7 17000 30000 1", "11 3600000 86400000 1", "12 86400000  1",
      ])
  }
}
