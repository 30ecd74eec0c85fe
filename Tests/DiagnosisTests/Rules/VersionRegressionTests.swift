import Diagnosis
import Prose
import ReceiptModel
import TestSupport
import Testing

struct VersionRegressionTests {
  private func findings(_ versions: [CohortCell], past: [CohortCell] = []) -> [Finding] {
    Rule.versionRegression.findings(Sample.evidence(versions: versions, pastVersions: past))
  }

  /// 3.9 and 3.10 on two OS versions, of which the newer is acked less and most used by those who have updated.
  private func ramp(newRates: (Int, Int)) -> [CohortCell] {
    [
      Sample.build("3.9", "16.0", Sample.sends(2000, acked: 1600)),
      Sample.build("3.9", "17.0", Sample.sends(500, acked: 250)),
      Sample.build("3.10", "16.0", Sample.sends(200, acked: 2 * newRates.0)),
      Sample.build("3.10", "17.0", Sample.sends(800, acked: 8 * newRates.1)),
    ]
  }

  @Test func `a new version that is acked less on the same OS versions has regressed`() {
    let found = findings(ramp(newRates: (60, 38)))
    #expect(found.map(\.scope.text) == ["app_version 3.10"])
    #expect(near(found.first?.observed ?? 0, 0.2 * 0.6 + 0.8 * 0.38))
    #expect(near(found.first?.expected ?? 0, 0.2 * 0.8 + 0.8 * 0.5))
    #expect(found.map(\.deliveries) == [1000])
    #expect(found.first?.cause.plain().contains("42.40 % instead of 56.00 %") == true)
  }

  @Test func `adoption by other devices is no regression`() {
    // Added up, 3.10 has 56 % and 3.9 has 74 %, but on each OS version both are the same.
    #expect(findings(ramp(newRates: (80, 50))).isEmpty)
  }

  @Test func `a fall by less than a tenth does not matter, however sure`() {
    #expect(findings(ramp(newRates: (73, 46))).isEmpty)
    let large = { (acked: Int) in
      [
        Sample.build("1.0", "17.0", Sample.sends(1_000_000, acked: 700_000)),
        Sample.build("1.1", "17.0", Sample.sends(1_000_000, acked: acked)),
      ]
    }
    #expect(findings(large(631_000)).isEmpty)
    #expect(findings(large(629_000)).map(\.severity) == [.warning])
    #expect(findings(large(500_000)).map(\.severity) == [.critical])
  }

  @Test func `few sends, and silence, are not its matter`() {
    #expect(
      findings([
        Sample.build("1.0", "17.0", Sample.sends(5000, acked: 4500)),
        Sample.build("1.1", "17.0", Sample.sends(99, acked: 10)),
      ])
      .isEmpty)
    #expect(
      findings([
        Sample.build("1.0", "17.0", Sample.sends(5000, acked: 4500)),
        Sample.build("1.1", "17.0", Sample.sends(5000, acked: 0)),
      ])
      .isEmpty)
  }

  @Test func `a version that is silent on one OS version is compared on the others`() {
    #expect(
      findings([
        Sample.build("1.0", "15.0", Sample.sends(500, acked: 350)),
        Sample.build("1.0", "17.0", Sample.sends(500, acked: 350)),
        Sample.build("1.1", "15.0", Sample.sends(500, acked: 0)),
        Sample.build("1.1", "17.0", Sample.sends(500, acked: 350)),
      ])
      .isEmpty)
  }

  @Test func `a version that people leave is no news, and one they move to is`() {
    let now = [
      Sample.build("1.0", "17.0", Sample.sends(1000, acked: 700)),
      Sample.build("1.1", "17.0", Sample.sends(1000, acked: 400)),
      Sample.build("1.2", "17.0", Sample.sends(1000, acked: 700)),
    ]
    #expect(findings(now).isEmpty)
    let past = { (sent: Int) in
      [
        Sample.build("1.0", "17.0", Sample.sends(9000, acked: 6300)),
        Sample.build("1.1", "17.0", Sample.sends(sent, acked: 0)),
      ]
    }
    #expect(findings(now, past: past(9000)).isEmpty)
    #expect(findings(now, past: past(900)).map(\.scope.text) == ["app_version 1.1"])
  }

  @Test func `a version that fell later tells since when`() {
    var evidence = Sample.evidence(versions: [
      Sample.build("1.0", "17.0", Sample.sends(2400, acked: 1680)),
      Sample.build("1.1", "17.0", Sample.sends(2400, acked: 960)),
    ])
    for day in 12...14 {
      for hour in 0..<24 {
        evidence.buildHours.append(
          Sample.cell(
            day: Sample.hour(hour, day: day), "333", ["1.1"],
            Sample.sends(100, acked: day == 12 || day == 13 && hour < 9 ? 70 : 40)))
      }
    }
    #expect(Rule.versionRegression.findings(evidence).map(\.since) == [Sample.instant(9, day: 13)])
  }

  @Test func `acks under a foreign key are no regression`() {
    var versions = ramp(newRates: (60, 38))
    versions[2].counts[.mismatch] = 40
    versions[3].counts[.mismatch] = 96
    #expect(findings(versions).isEmpty)
  }

  @Test func `random versions of the same rates hardly ever alarm`() {
    var random = SeededGenerator(seed: 41)
    let systems = [("15.0", 0.4), ("16.0", 0.6), ("17.0", 0.8)]
    let draws = systems.map { Binomial(150, $0.1) }
    var alarms = 0
    for _ in 0..<1000 {
      let cells = ["1.0", "1.1"].flatMap { version in
        zip(systems, draws).map { system, draw in
          Sample.build(version, system.0, Sample.sends(150, acked: draw.draw(&random)))
        }
      }
      alarms += findings(cells).count
    }
    #expect(alarms <= 4)
  }

  /// 3.1, whose opened pushes are acked, and another version.
  private func besides(
    _ version: String, sent: Int, acked: [Int: Int], openedAcked: Int, openedUnacked: Int
  ) -> Evidence {
    var sample = DeviceSample()
    sample.build("3.1", "wifi", sent: 2000, acked: [0: 1880, 7: 60], openedAcked: 200, openedUnacked: 6)
    sample.build(
      version, "wifi", sent: sent, acked: acked, openedAcked: openedAcked, openedUnacked: openedUnacked)
    var evidence = sample.evidence
    evidence.versions = CohortCells(
      [("3.1", 2000, 1940), (version, sent, acked.values.reduce(0, +))].map { version, sent, acked in
        Sample.cell(
          day: 0, DeviceSample.appKey, [version, "17"], Sample.apns(sent: sent, acked: acked, opened: 60))
      })
    return evidence
  }

  @Test func `opened pushes without acks tell of a version that people move to, and of no other`() {
    func found(_ version: String) -> [String] {
      let evidence = besides(version, sent: 600, acked: [0: 330, 7: 12], openedAcked: 40, openedUnacked: 20)
      return Rule.versionRegression.findings(evidence).map(\.scope.text)
    }
    #expect(found("3.2") == ["app_version 3.2"])
    // People who never update use the app less.
    #expect(found("3.0").isEmpty)
  }

  @Test
  func `a new version that loses acks of opened pushes, for no reason that shows, has no narrower cause`() {
    func found(_ version: String) -> [Finding] {
      Diagnosis.findings(
        besides(version, sent: 100, acked: [0: 56, 7: 4], openedAcked: 60, openedUnacked: 40),
        rules: [.versionRegression, .extensionTimeouts, .handlerCalledEarly])
    }
    let new = found("3.2")
    #expect(new.map(\.code) == [.versionRegression])
    #expect(
      new.first?.rivals.map { $0.cause.plain() } == [
        "the extension's time runs out", "the extension calls its handler before the request has ended",
        "requests of this build are blocked", "other messages went to it",
      ])
    #expect(found("3.0").map(\.code) == [.extensionTimeouts])
  }

  // One push for each device.

  /// Facts of devices of 3.9 and 3.10 that each got some pushes; all pushes of a device are acked, or none.
  private func facts(pushes: Int, newDevices: Int, newMuted: Int) -> DeviceFacts {
    var facts = DeviceFacts()
    for (version, devices, muted) in [("3.9", 100, 10), ("3.10", newDevices, newMuted)] {
      for device in 0..<devices {
        for push in 0..<pushes {
          let sentAt = DeviceSample.start + Int64(push) * DeviceSample.hour
          facts.add(
            DeviceDelivery(
              appKey: "333", startsDevice: push == 0, message: Int64(push), appVersion: version,
              osVersion: "17.0", sentAt: sentAt, ackedAt: device < muted ? nil : sentAt + 1000,
              ackLatency: device < muted ? nil : 1000))
        }
      }
    }
    facts.finish()
    return facts
  }

  @Test func `muted devices with many pushes are no regression, as many devices with few are`() {
    // 81 % and 90 % of 1400 pushes of 100 devices each: beyond chance for pushes, and not for devices.
    var evidence = Sample.evidence(versions: [
      Sample.build("3.9", "17.0", Sample.sends(1400, acked: 1260)),
      Sample.build("3.10", "17.0", Sample.sends(1400, acked: 1120)),
    ])
    #expect(Rule.versionRegression.findings(evidence).count == 1)
    evidence.devices = facts(pushes: 14, newDevices: 100, newMuted: 20)
    #expect(Rule.versionRegression.findings(evidence).isEmpty)
    #expect(Rule.versionRegression.judge(evidence).allSatisfy { $0.chance > 0.01 })
    evidence.devices = facts(pushes: 14, newDevices: 100, newMuted: 50)
    #expect(Rule.versionRegression.findings(evidence).count == 1)
  }

  @Test func `a device counts once for each app version, by the system of its first push`() {
    var facts = DeviceFacts()
    let pushes = [
      ("1.0", "17.0", true), ("1.0", "18.0", false), ("1.1", "18.0", false), ("1.0", "17.0", false),
    ]
    for (index, push) in pushes.enumerated() {
      facts.add(
        DeviceDelivery(
          appKey: "333", startsDevice: index == 0, message: Int64(index), appVersion: push.0,
          osVersion: push.1, sentAt: DeviceSample.start + Int64(index),
          ackedAt: push.2 ? DeviceSample.start + 1000 : nil, isOpened: index == 1))
    }
    facts.finish()
    func first(_ version: String, _ system: String) -> FirstPushes? {
      facts.systems[CohortKey(day: 0, appKey: "333", parts: [version, system])]
    }
    #expect(first("1.0", "17.0")?.sent == Rate(1, of: 1))
    #expect(first("1.0", "18.0")?.sent == Rate(0, of: 0))
    #expect(first("1.0", "18.0")?.opened == Rate(0, of: 1))
    #expect(first("1.1", "18.0")?.sent == Rate(0, of: 1))
    #expect(facts.slices.map(\.firsts.sent.denominator) == [1, 1])
  }

  @Test func `random devices of the same builds hardly ever alarm, however many pushes each gets`() {
    var random = SeededGenerator(seed: 43)
    var (byPushes, byDevices) = (0, 0)
    for _ in 0..<200 {
      let muted = (0..<100).count { _ in Int.random(in: 0..<10, using: &random) == 0 }
      var evidence = Sample.evidence(versions: [
        Sample.build("3.9", "17.0", Sample.sends(1400, acked: 1260)),
        Sample.build("3.10", "17.0", Sample.sends(1400, acked: 14 * (100 - muted))),
      ])
      evidence.limits.ackRateFall = 0.02
      byPushes += Rule.versionRegression.findings(evidence).count
      evidence.devices = facts(pushes: 14, newDevices: 100, newMuted: muted)
      byDevices += Rule.versionRegression.findings(evidence).count
    }
    #expect(byPushes > 10)
    #expect(byDevices == 0)
  }
}
