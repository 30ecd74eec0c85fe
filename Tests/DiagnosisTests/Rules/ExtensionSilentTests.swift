import Diagnosis
import Prose
import ReceiptModel
import Testing

struct ExtensionSilentTests {
  private let scope = Sample.scope

  private func findings(_ evidence: Evidence) -> [Finding] { Rule.extensionSilent.findings(evidence) }

  private func silent(opened: Int, sent: Int? = nil, acked: Int = 0) -> Evidence {
    // The others' coverage is 500 of 1000: its lower limit is 0.469, and 0.531^11 = 0.00095 is the first below 0.001.
    Evidence(
      scope: scope,
      versions: [
        Sample.cell(
          day: 0, "333", ["3.1", "17"],
          Sample.apns(sent: 100_000, acked: 500, opened: 1000, openedUnacked: 500)),
        Sample.cell(
          day: 0, "333", ["3.2", "17"],
          Sample.apns(sent: sent ?? opened, acked: acked, opened: opened, openedUnacked: opened - acked)),
      ])
  }

  @Test func `a version is silent from the opens on that chance cannot explain`() {
    #expect(findings(silent(opened: 10)).isEmpty)
    let found = findings(silent(opened: 11))
    #expect(found.map(\.scope.text) == ["app_version 3.2"])
    #expect(found.first?.deliveries == 11)
    #expect(found.first?.observed == 0)
  }

  @Test func `a version that answers under a foreign key is not silent`() {
    var evidence = silent(opened: 1000)
    evidence.versions.change { if $0.key.parts[0] == "3.2" { $0.counts[.mismatch] = 5 } }
    #expect(findings(evidence).isEmpty)
  }

  @Test func `one ack clears a version`() {
    #expect(findings(silent(opened: 1000, acked: 1)).isEmpty)
  }

  @Test func `many sends of a version count too, once the day is ripe`() {
    // The others ack 500 of 100,000 sends, at least 0.458 %: 0.99542^1505 is the first below 0.001.
    #expect(findings(silent(opened: 1, sent: 1500)).isEmpty)
    #expect(findings(silent(opened: 1, sent: 1520)).count == 1)
    // None of 1,680 is at most 0.228 %, less than half of that.
    #expect(findings(silent(opened: 0, sent: 1670)).isEmpty)
    #expect(findings(silent(opened: 0, sent: 1690)).count == 1)
    var unripe = silent(opened: 1, sent: 1520)
    unripe.scope.asOf = scope.days[0].end
    #expect(findings(unripe).isEmpty)
  }

  @Test func `without a version nothing is said of a build, and without others there is nothing to compare`()
  {
    var evidence = silent(opened: 1000)
    evidence.versions.change { if $0.key.parts[0] == "3.2" { $0.key.parts[0] = "" } }
    #expect(findings(evidence).isEmpty)
    evidence = silent(opened: 1000)
    evidence.versions = CohortCells(evidence.versions.dropFirst())
    #expect(findings(evidence).isEmpty)
  }

  private func two(_ cells: [CohortCell]) -> Evidence { Sample.evidence(versions: cells) }

  @Test func `a silent version is named once, and not with each of its OS versions`() {
    let cells = ["16.1", "17.0", "17.2"].flatMap {
      [
        Sample.build("3.1", $0, Sample.sends(400, acked: 280)),
        Sample.build("3.2", $0, Sample.sends(400, acked: 0)),
      ]
    }
    let found = findings(two(cells))
    #expect(found.map(\.scope.text) == ["app_version 3.2"])
    #expect(found.map(\.deliveries) == [1200])
    #expect(found.map(\.severity) == [.critical])
    #expect(found.map(\.expected) == [0.7])
    #expect(found.map(\.rows) == ["deliveries-of"])
  }

  @Test func `a version that acked before the window has an extension, and fell silent`() {
    let now = [
      Sample.build("3.1", "17", Sample.sends(400, acked: 280)),
      Sample.build("3.2", "17", Sample.sends(400, acked: 0)),
    ]
    let never = findings(Sample.evidence(versions: now, pastVersions: [now[1]]))
    #expect(
      never.map { $0.cause.plain(in: .english).contains("no notification service extension") } == [true])
    let acked = Sample.build("3.2", "17", Sample.sends(400, acked: 1))
    let fell = findings(Sample.evidence(versions: now, pastVersions: [acked]))
    #expect(fell.map { $0.cause.plain(in: .english).contains("refused or lost since then") } == [true])
    #expect(fell.map(\.scope.text) == ["app_version 3.2"])
  }

  @Test func `the devices of a silent version are told where devices were looked at`() {
    var evidence = two([
      Sample.build("3.1", "17", Sample.sends(400, acked: 280)),
      Sample.build("3.2", "17", Sample.sends(400, acked: 0)),
    ])
    #expect(findings(evidence).map(\.devices) == [nil])
    let appKey = evidence.versions[0].key.appKey
    for device in 0..<200 {
      for push in 0..<2 {
        evidence.devices.add(
          DeviceDelivery(
            appKey: appKey, startsDevice: push == 0, message: Int64(push), appVersion: "3.2",
            osVersion: "17", sentAt: Int64(device * 10 + push)))
      }
    }
    evidence.devices.finish()
    #expect(findings(evidence).map(\.devices) == [200])
  }

  @Test func `the lowest OS versions are silent together when the minimum iOS is too high`() {
    let cells = ["3.1", "3.2"].flatMap {
      [
        Sample.build($0, "13.7", Sample.sends(40, acked: 0)),
        Sample.build($0, "14.8", Sample.sends(60, acked: 0)),
        Sample.build($0, "15.0", Sample.sends(2000, acked: 1400)),
        Sample.build($0, "16.1", Sample.sends(2000, acked: 1300)),
      ]
    }
    let found = findings(two(cells))
    #expect(found.map(\.scope.text) == ["os_version 14.8, and every lower one"])
    #expect(found.map(\.deliveries) == [200])
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.cause.plain() == "the extension needs a newer iOS than these devices have")
  }

  @Test func `one silent OS version amid others is no minimum iOS`() {
    let cells = [
      Sample.build("3.1", "15.0", Sample.sends(2000, acked: 1400)),
      Sample.build("3.1", "16.1", Sample.sends(2000, acked: 0)),
      Sample.build("3.1", "17.0", Sample.sends(2000, acked: 1300)),
    ]
    let found = findings(two(cells))
    #expect(found.map(\.scope.text) == ["os_version 16.1"])
    #expect(found.first?.cause.plain() == "the extension does not start on this OS version")
  }

  @Test func `a build that is silent on its lowest OS version only is named with both`() {
    let cells = [
      Sample.build("3.1", "15.0", Sample.sends(500, acked: 300)),
      Sample.build("3.1", "16.1", Sample.sends(500, acked: 300)),
      Sample.build("3.2", "15.0", Sample.sends(500, acked: 0)),
      Sample.build("3.2", "16.1", Sample.sends(500, acked: 300)),
    ]
    let found = findings(two(cells))
    #expect(found.map(\.scope.text) == ["app_version 3.2, os_version 15.0"])
    #expect(
      found.first?.cause.plain() == "the extension of this build needs a newer iOS than these devices have")
  }

  @Test(arguments: [(20, 500), (59, 80)])
  func `a build that loses nine acks of ten is not silent on the OS versions where it happens to get none`(
    silent: Int, others: Int
  ) {
    func cells(_ acked: Int) -> [CohortCell] {
      [
        Sample.build("3.1", "15.0", Sample.sends(500, acked: 300)),
        Sample.build("3.1", "16.1", Sample.sends(500, acked: 300)),
        Sample.build("3.2", "15.0", Sample.sends(silent, acked: 0)),
        Sample.build("3.2", "16.1", Sample.sends(others, acked: acked)),
      ]
    }
    #expect(findings(two(cells(others / 16))).isEmpty)
    #expect(findings(two(cells(others * 3 / 5))).map(\.scope.text) == ["app_version 3.2, os_version 15.0"])
  }

  @Test func `where a silent version and an OS version are the same pushes, the version is named`() {
    let cells = [
      Sample.build("3.1", "15.0", Sample.sends(500, acked: 300)),
      Sample.build("3.2", "18.0", Sample.sends(500, acked: 0)),
    ]
    #expect(findings(two(cells)).map(\.scope.text) == ["app_version 3.2"])
  }

  private func app(past: [Count: Int], now: [Count: Int]) -> Evidence {
    var evidence = Sample.evidence(versions: [Sample.build("3.1", "17.0", now)])
    evidence.cells = [
      Sample.cell(day: 3, "333", ["apns"], past), Sample.cell(day: 14, "333", ["apns"], now),
    ]
    return evidence
  }

  @Test func `an app without peers is compared with its own past`() {
    let found = findings(app(past: Sample.sends(900, acked: 600), now: Sample.sends(900, acked: 0)))
    #expect(found.map(\.severity) == [.critical])
    #expect(found.map(\.scope.text) == [""])
    #expect(found.map(\.expected) == [600.0 / 900])
    #expect(
      findings(app(past: Sample.sends(900, acked: 600), now: Sample.sends(900, acked: 1))).isEmpty)
    // 0.637, the lower end of the past, leaves none of six with 0.0023, and opened were none of these.
    #expect(findings(app(past: Sample.sends(900, acked: 600), now: Sample.sends(6, acked: 0))).isEmpty)
  }

  @Test func `an app that has never been acked is a note`() {
    let found = findings(app(past: Sample.sends(900, acked: 0), now: Sample.sends(900, acked: 0)))
    #expect(found.map(\.severity) == [.info])
    #expect(findings(app(past: [:], now: Sample.sends(900, acked: 0))).isEmpty)
  }

  /// Two versions that are sent 20 pushes an hour; of the second none is acked from `silent` on.
  private func hourly(silent: Int, outageOfAll: Bool = false, share: Double = 0.75) -> Evidence {
    let (before, after) = (silent * 20, (24 - silent) * 20)
    var evidence = Sample.evidence(versions: [
      Sample.build("3.1", "17.0", Sample.sends(480, acked: outageOfAll ? before * 3 / 4 : 360)),
      Sample.build("3.2", "17.0", Sample.sends(before + after, acked: Int(Double(before) * share))),
    ])
    for hour in 0..<24 {
      let isSilent = hour >= silent
      evidence.buildHours.append(
        Sample.cell(
          day: Sample.hour(hour), "333", ["3.1"],
          Sample.sends(20, acked: isSilent && outageOfAll ? 0 : 15)))
      evidence.buildHours.append(
        Sample.cell(
          day: Sample.hour(hour), "333", ["3.2"], Sample.sends(20, acked: isSilent ? 0 : Int(20 * share))))
    }
    return evidence
  }

  @Test func `a version whose acks stopped during the day is silent since then`() {
    let found = findings(hourly(silent: 20))
    #expect(found.map(\.scope.text) == ["app_version 3.2"])
    #expect(found.map(\.since) == [Sample.instant(20)])
    #expect(found.map(\.deliveries) == [80])
    #expect(findings(hourly(silent: 24)).isEmpty)
    // A build that loses nearly all acks gets none for some hours.
    #expect(findings(hourly(silent: 20, share: 0.05)).isEmpty)
  }

  @Test func `without opens it takes many devices to tell that a version has stopped`() {
    var evidence = hourly(silent: 20)
    evidence.buildHours.change { $0.counts[.eligibleOpened] = 0 }
    #expect(findings(evidence).isEmpty)
    func found(devices: Int) -> [Finding] {
      var evidence = evidence
      var sample = DeviceSample()
      for _ in 0..<devices { sample.device([DeviceSample.push("3.2", appKey: "333")]) }
      evidence.devices = sample.evidence.devices
      return findings(evidence)
    }
    #expect(found(devices: 5).isEmpty)
    #expect(found(devices: 60).map(\.since) == [Sample.instant(20)])
    #expect(found(devices: 60).map(\.severity) == [.warning])
    #expect(found(devices: 60).first?.rivals.first?.cause.plain().hasPrefix("its devices are off") == true)
  }

  @Test(arguments: [(0, 1), (30, 1), (75, 0), (200, 0)])
  func `messages that nobody acked do not show that a version has stopped`(unanswered: Int, count: Int) {
    var evidence = hourly(silent: 20)
    evidence.buildHours.change { $0.counts[.eligibleOpened] = 0 }
    evidence.unanswered = [Sample.build("3.2", "17.0", [.ackEligible: unanswered])]
    var sample = DeviceSample()
    for _ in 0..<60 { sample.device([DeviceSample.push("3.2", appKey: "333")]) }
    evidence.devices = sample.evidence.devices
    #expect(findings(evidence).count == count)
  }

  @Test func `when all versions stop at once, it is no version's fault`() {
    #expect(findings(hourly(silent: 20, outageOfAll: true)).isEmpty)
  }

  @Test func `hours whose receipts may still come are not silent`() {
    var evidence = hourly(silent: 23)
    #expect(findings(evidence).count == 1)
    evidence.scope.asOf = Sample.scope.days[0].end + 60_000
    #expect(findings(evidence).isEmpty)
  }

  @Test func `a version that is silent all day began when its acks stopped in the days before`() {
    var evidence = Sample.evidence(versions: [
      Sample.build("3.1", "17.0", Sample.sends(480, acked: 360)),
      Sample.build("3.2", "17.0", Sample.sends(480, acked: 0)),
    ])
    for day in 12...14 {
      for hour in 0..<24 {
        let isSilent = day == 14 || day == 13 && hour >= 5
        evidence.buildHours.append(
          Sample.cell(
            day: Sample.hour(hour, day: day), "333", ["3.2"], Sample.sends(20, acked: isSilent ? 0 : 15)))
      }
    }
    #expect(findings(evidence).map(\.since) == [Sample.instant(5, day: 13)])
  }

  @Test func `an OS version that fell silent tells since when`() {
    var evidence = Sample.evidence(versions: [
      Sample.build("1.0", "15.8", Sample.sends(240, acked: 0)),
      Sample.build("1.1", "15.8", Sample.sends(240, acked: 0)),
      Sample.build("1.0", "17.0", Sample.sends(2400, acked: 1680)),
      Sample.build("1.1", "17.0", Sample.sends(2400, acked: 1680)),
    ])
    for hour in 0..<72 {
      for (system, acked) in [("15.8", hour < 33 ? 14 : 0), ("17.0", 140)] {
        evidence.systemHours.append(
          Sample.cell(
            day: Sample.hour(hour, day: 12), "333", [system],
            Sample.sends(system == "17.0" ? 200 : 20, acked: acked)))
      }
    }
    let found = findings(evidence)
    #expect(found.map(\.scope.text) == ["os_version 15.8"])
    #expect(found.map(\.since) == [Sample.instant(9, day: 13)])
    evidence.systemHours = []
    #expect(findings(evidence).map(\.since) == [Instant(milliseconds: evidence.scope.days[0].start)])
  }

  @Test func `a version that is silent on some systems is so since its first push`() {
    var evidence = Sample.evidence(
      versions: ["15.7", "15.8", "17.0"].flatMap { system in
        [
          Sample.build("3.1", system, Sample.sends(480, acked: 340)),
          Sample.build("3.2", system, Sample.sends(480, acked: system == "17.0" ? 340 : 0)),
        ]
      },
      pastVersions: [
        Sample.build("3.2", "15.8", Sample.sends(24, acked: 0)),
        Sample.build("3.2", "17.0", Sample.sends(24, acked: 18)),
      ])
    for (hour, version) in [(1, "3.1"), (40, "3.2"), (50, "3.1"), (50, "3.2")] {
      evidence.buildHours.append(
        Sample.cell(day: Sample.hour(hour, day: 12), "333", [version], Sample.sends(20, acked: 14)))
    }
    let found = findings(evidence)
    #expect(found.map(\.scope.text) == ["app_version 3.2, os_version 15.8, and every lower one"])
    #expect(found.map(\.since) == [Sample.instant(16, day: 13)])
  }

  @Test func `a few devices with many pushes are no proof against a build`() {
    var evidence = silent(opened: 40)
    func devices(_ count: Int) -> DeviceFacts {
      var facts = DeviceFacts()
      for index in 0..<40 {
        facts.add(
          DeviceDelivery(
            appKey: "333", startsDevice: index % (40 / count) == 0, message: Int64(index),
            appVersion: "3.2", osVersion: "17", sentAt: DeviceSample.start + Int64(index), isOpened: true))
      }
      facts.finish()
      return facts
    }
    evidence.devices = devices(2)
    #expect(findings(evidence).isEmpty)
    evidence.devices = devices(20)
    #expect(findings(evidence).count == 1)
  }
}
