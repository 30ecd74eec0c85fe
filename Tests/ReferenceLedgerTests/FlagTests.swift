import ReferenceLedger
import Testing

@Suite struct `Flags in the reference` {
  @Test func `name a foreign key and, of several senders, the smallest`() {
    let events = [
      event("sent", 7, app: "b"), event("sent", 1, app: "c"), event("ext_ack", 9, app: "x"),
      event("opened", 9, app: "y"), event("arrived", 9, app: "z"),
    ]
    #expect(flags("app_key_mismatch", events) == ["x m d 7 b", "y m d 7 b"])
  }

  @Test func `see no foreign key where each key sent, or nobody did`() {
    #expect(
      flags(
        "app_key_mismatch",
        [event("sent", app: "a"), event("ext_ack"), event("sent", app: "b"), event("ext_ack", app: "b")]
      ).isEmpty)
    #expect(flags("app_key_mismatch", [event("ext_ack"), event("ext_ack", app: "b")]).isEmpty)
    #expect(flags("app_key_mismatch", [event("sent", device: "x"), event("ext_ack", app: "b")]).isEmpty)
  }

  @Test func `name keys that are not configured and never send, with and without device`() {
    let events = [
      event("ext_ack", app: "x"), event("opened", device: "", app: "x"), event("ext_ack", app: "known"),
      event("accepted", app: "sender", message: "other"), event("ext_ack", app: "sender"),
    ]
    let rows = ReferenceLedger(events).flags(asOf: noon, knownAppKeys: ["known"]).rows
    let unknown = rows.filter { $0[0] == "app_key_unknown" }.map { Array($0[1...3]) }
    #expect(unknown == [["x", "m", ""], ["x", "m", "d"]])
  }

  @Test func `call an answer an orphan only when its message was sent to others`() {
    let answers = [event("ext_ack"), event("opened", 5), event("opened", device: "e")]
    #expect(flags("orphan_ack", answers).isEmpty)
    #expect(
      flags("orphan_ack", answers + [event("sent", device: "z", app: "b")])
        == ["a m d - ext_ack,opened", "a m e - opened"])
    #expect(flags("orphan_ack", answers + [event("sent", app: "b")]) == ["a m e - opened"])
    #expect(flags("orphan_ack", answers + [event("sent", device: "z", message: "n")]).isEmpty)
  }

  @Test(
    arguments: [
      ([("ext_ack", Int64(30_000))], nil), ([("ext_ack", 30_001)], "late"), ([("ext_ack", -5)], nil),
      ([], "silent"),
      ([("arrived", 10)], "silent"), ([("opened", 10)], "lost"), ([("dismissed", 10)], "lost"),
      ([("displayed", 10)], "lost"), ([("ext_ack", 40_000), ("opened", 5)], "late"),
    ] as [([(String, Int64)], String?)])
  func `tell a late, a lost and a silent ack apart`(answers: [(String, Int64)], detail: String?) {
    let events = [event("sent", 0, apns)] + answers.map { event($0.0, $0.1, apns) }
    #expect(flags("ack_timeout", events) == (detail.map { ["a m d 0 \($0)"] } ?? []))
  }

  @Test func `hold a missing ack against settled, eligible sends only`() {
    #expect(flags("ack_timeout", after: 899_999, [event("sent", 0, apns)]).isEmpty)
    #expect(flags("ack_timeout", after: 900_000, [event("sent", 0, apns)]) == ["a m d 0 silent"])
    #expect(flags("ack_timeout", [event("sent", 0, ["platform": "ANDROID"])]).isEmpty)
    #expect(flags("ack_timeout", [event("send_failed", 0, apns)]).isEmpty)
  }

  @Test func `measure the budget from the send before the ack`() {
    #expect(flags("ack_over_budget", [event("sent"), event("ext_ack", 17_000)]).isEmpty)
    #expect(flags("ack_over_budget", [event("sent"), event("ext_ack", 17_001)]) == ["a m d 0 17001"])
    #expect(
      flags("ack_over_budget", [event("sent"), event("sent", 9_000), event("ext_ack", 17_001)]).isEmpty)
  }

  @Test(
    arguments: [
      ([0, 3_999], nil), ([0, 4_000], "4000"), ([0, 18_000], "18000"), ([0, 18_001], nil),
      ([0, 3_000, 6_000], "6000"), ([0, 12_000, 17_000], "5000"),
    ] as [([Int64], String?)])
  func `give the smallest gap of retried acks`(acks: [Int64], gap: String?) {
    #expect(flags("ack_retried", acks.map { event("ext_ack", $0) }) == (gap.map { ["a m d - \($0)"] } ?? []))
  }

  @Test func `see a skewed clock where an answer is before every send`() {
    #expect(
      flags("clock_skew", [event("ext_ack", 1), event("opened", 3), event("sent", 2)]) == ["a m d 2 ext_ack"])
    #expect(
      flags("clock_skew", [event("ext_ack", 1), event("opened", 1), event("sent", 2)]) == [
        "a m d 2 ext_ack,opened"
      ])
    #expect(flags("clock_skew", [event("ext_ack", 2), event("sent", 2), event("sent", 9)]).isEmpty)
    #expect(flags("clock_skew", [event("opened", 1)]).isEmpty)
  }

  @Test func `leave out what has no device`() {
    let events = [
      event("sent", 5, device: "", apns), event("ext_ack", 1, device: ""),
      event("ext_ack", 9_000, device: ""),
      event("opened", 1, device: "", app: "b"), event("ext_ack", device: "d"),
    ]
    #expect(
      Set(ReferenceLedger(events).flags(asOf: noon + 86_400_000).rows.map { $0[0] }) == ["app_key_unknown"])
  }
}
