import Diagnosis
import Prose
import ReceiptModel
import Testing

struct DataRulesTests {
  private func evidence(_ figures: [Count: Int]) -> Evidence {
    Evidence(
      scope: Sample.scope, cells: [Sample.cell(day: 14, "333", ["apns"], figures)], history: Sample.history)
  }

  @Test(arguments: [(0, nil), (9, nil), (10, Severity.info), (99, .info), (100, .warning)])
  func `answers before their send are a note from one in a thousand, a warning from one in a hundred`(
    count: Int, severity: Severity?
  ) {
    var evidence = evidence(Sample.apns(sent: 20_000, acked: 9_000, opened: 2_000, openedUnacked: 1_000))
    evidence.flags = [
      FlagCount(flag: "clock_skew", appKey: "333", count: count),
      FlagCount(flag: "ack_retried", appKey: "333", count: 5_000),
      FlagCount(flag: "clock_skew", appKey: "444", count: 5_000),
    ]
    #expect(Rule.clockSkew.findings(evidence).map(\.severity) == (severity.map { [$0] } ?? []))
  }

  @Test func `fewer than ten answers before their send are a note, whatever their share`() {
    var evidence = evidence(Sample.apns(sent: 100, acked: 50, opened: 10))
    evidence.flags = [FlagCount(flag: "clock_skew", appKey: "333", count: 9)]
    #expect(Rule.clockSkew.findings(evidence).map(\.severity) == [.info])
    evidence.flags[0].count = 10
    #expect(Rule.clockSkew.findings(evidence).map(\.severity) == [.warning])
  }

  @Test func `the wrong clocks of a few devices are a note, however many answers they give`() {
    func found(devices: Int) -> Finding? {
      var sample = DeviceSample()
      for _ in 0..<devices {
        sample.device(
          (0..<20).map { DeviceSample.push(at: DeviceSample.start + $0 * 1000, latency: -60_000) })
      }
      sample.build("1.0", "wifi", sent: 100, acked: [0: 90])
      var evidence = evidence(Sample.apns(sent: 1000, acked: 900, opened: 0))
      evidence.devices = sample.evidence.devices
      evidence.flags = [FlagCount(flag: "clock_skew", appKey: DeviceSample.appKey, count: 20 * devices)]
      return Rule.clockSkew.findings(evidence).first
    }
    #expect(found(devices: 9)?.severity == .info && found(devices: 9)?.devices == 9)
    #expect(
      found(devices: 9)?.cause.plain()
        == "the clocks of 9 devices are behind, so their latencies are too short")
    #expect(found(devices: 1)?.cause.plain().hasPrefix("the clock of one device is behind") == true)
    #expect(found(devices: 10)?.severity == .warning && found(devices: 10)?.devices == 10)
  }

  @Test func `repeats are a note from one in a hundred on, and those of acks are none`() {
    var evidence = evidence(Sample.apns(sent: 990, acked: 500, opened: 50))
    evidence.health.repeats = [
      RepeatedEvents(kind: .sent, events: 9), RepeatedEvents(kind: .extAck, events: 400),
    ]
    #expect(Rule.repeatedEvents.findings(evidence).isEmpty)
    evidence.health.repeats[0].events = 10
    let found = Rule.repeatedEvents.findings(evidence)
    #expect(found.map(\.scope.text) == ["kind sent"])
    #expect(found.map(\.severity) == [.info])
  }

  @Test func `unknown types are a warning where a kind is gone that used to be`() {
    var evidence = evidence(Sample.apns(sent: 1000, acked: 500, opened: 0))
    evidence.hours = FailureSample.hours
    evidence.health.unknownTypes = [UnknownType(name: "push_click", events: 24)]
    evidence.eventHours = (0..<FailureSample.pastHours).map {
      EventHour(appKey: "333", kind: .opened, hour: FailureSample.start(of: $0), events: 2)
    }
    let found = Rule.unknownTypes.findings(evidence)
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.cause.plain().contains("renamed opened") == true)
    // Forty-eight opens a day are too many for another name of a few.
    evidence.health.unknownTypes[0].events = 23
    #expect(Rule.unknownTypes.findings(evidence).map(\.severity) == [.info])
    evidence.health.unknownTypes[0].events = 24
    evidence.eventHours.append(
      EventHour(appKey: "333", kind: .opened, hour: FailureSample.start(of: 350), events: 1))
    #expect(Rule.unknownTypes.findings(evidence).map(\.severity) == [.info])
  }

  @Test func `what else was refused is told behind the most frequent reason`() {
    let refused = [
      RefusedLines(reason: .notJSON, lines: 5), RefusedLines(reason: .nul, lines: 2),
      RefusedLines(reason: .badTime, lines: 1),
    ]
    let found = Rule.refusedLines.findings(
      Evidence(scope: Sample.scope, health: Health(events: 10, refused: refused)))
    #expect(found.first?.cause.plain() == "not valid JSON; also 2 with nul, 1 with bad-time")
  }

  @Test func `fewer deliveries than a judgement needs are too thin, in the judged days only`() {
    #expect(Rule.tooThin.findings(evidence([.deliveries: 100])).isEmpty)
    let found = Rule.tooThin.findings(evidence([.deliveries: 99]))
    #expect(found.map(\.severity) == [.info])
    #expect(found.first?.code.isAboutJudging == true)
    var past = evidence([.deliveries: 5_000])
    past.cells[0].key.day = 13
    #expect(Rule.tooThin.findings(past).map(\.scope.text) == ["no deliveries"])
    let nothing = Evidence(scope: CohortScope(days: [], appKeys: [], asOf: 0, settle: 0))
    #expect(Rule.tooThin.findings(nothing).count == 1)
  }

  private func filled(now: (version: Int, os: Int), before: Int = 8_000, of total: Int = 1_000) -> Evidence {
    var evidence = evidence([.deliveries: total])
    func cells(_ parts: [String], _ count: Int) -> CohortCell {
      Sample.cell(day: 0, "333", parts, [.deliveries: count])
    }
    evidence.versions = [
      cells(["5.0", "17"], min(now.version, now.os)),
      cells(["5.0", ""], max(0, now.version - now.os)), cells(["", "17"], max(0, now.os - now.version)),
      cells(["", ""], total - max(now.version, now.os)),
    ]
    evidence.pastVersions = [cells(["5.0", "17"], before), cells(["", ""], 10_000 - before)]
    evidence.cells.append(Sample.cell(day: 0, "333", ["apns"], [.deliveries: 10_000]))
    return evidence
  }

  @Test func `a field that is filled less than half as often as before has vanished`() {
    #expect(Rule.fieldVanished.findings(filled(now: (400, 800))).isEmpty)
    let found = Rule.fieldVanished.findings(filled(now: (399, 800)))
    #expect(found.map(\.scope.text) == ["field app_version"])
    #expect(found.first?.observed == 0.399)
    #expect(found.first?.expected == 0.8)
    #expect(
      Rule.fieldVanished.findings(filled(now: (0, 0))).map(\.scope.text) == [
        "field app_version", "field os_version",
      ])
  }

  @Test func `a field that few ever filled, or that few deliveries lack, has not vanished`() {
    #expect(Rule.fieldVanished.findings(filled(now: (0, 0), before: 900)).isEmpty)
    #expect(Rule.fieldVanished.findings(filled(now: (0, 0), of: 3)).isEmpty)
  }

  @Test func `a vanished version is dated by the hour, and a vanished channel is found too`() {
    var evidence = filled(now: (0, 800))
    evidence.hours = FailureSample.hours
    evidence.buildHours = CohortCells(
      (0..<360).map { Sample.cell(day: $0, "333", [$0 < 341 ? "5.0" : ""], [.deliveries: 50]) })
    #expect(Rule.fieldVanished.findings(evidence).first?.since == FailureSample.start(of: 341))
    evidence.cells[0].key.parts = [""]
    #expect(
      Rule.fieldVanished.findings(evidence).map(\.scope.text) == ["field app_version", "field event_channel"])
  }
}
