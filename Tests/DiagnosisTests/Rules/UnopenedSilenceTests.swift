import Diagnosis
import Prose
import ReceiptModel
import Testing

/// Logs without opens, where nothing but its peers tells that a build should ack.
struct UnopenedSilenceTests {
  private func findings(_ evidence: Evidence) -> [Finding] { Rule.extensionSilent.findings(evidence) }

  /// A version that acks nine of ten sends, and another that was sent so many.
  private func builds(
    silent sent: Int, acked: Int = 0, onDevices devices: Int? = nil, peersAcked: Int = 900
  ) -> Evidence {
    var evidence = Sample.evidence(versions: [
      Sample.build("3.1", "17.0", Sample.apns(sent: 1000, acked: peersAcked, opened: 0)),
      Sample.build("3.2", "17.0", Sample.apns(sent: sent, acked: acked, opened: 0)),
    ])
    guard let devices else { return evidence }
    for push in 0..<sent {
      let isFirst = push * devices / sent != (push - 1) * devices / sent || push == 0
      evidence.devices.add(
        DeviceDelivery(
          appKey: "333", startsDevice: isFirst, message: Int64(push), appVersion: "3.2", osVersion: "17.0",
          sentAt: DeviceSample.start + Int64(push)))
    }
    evidence.devices.finish()
    return evidence
  }

  @Test func `a build that is sent to and never acks is silent beside builds that ack`() {
    let found = findings(builds(silent: 3162, onDevices: 3162))
    #expect(found.map(\.scope.text) == ["app_version 3.2"])
    #expect(found.map(\.deliveries) == [3162])
    #expect(found.map(\.observed) == [0])
    #expect(found.map(\.expected) == [0.9])
  }

  @Test func `without an open it is no more than a warning, and the devices are the first rival`() throws {
    let found = try #require(findings(builds(silent: 3162, onDevices: 3162)).first)
    #expect(found.severity == .warning)
    #expect(
      found.cause.plain()
        == "this build has no notification service extension, or one with a wrong AppKey or AppSecret")
    let rivals = found.rivals.map { $0.cause.plain() }
    #expect(rivals.first?.contains("its tokens are stale") == true)
    #expect(rivals.contains { $0.contains("another AppKey") })
  }

  @Test func `it takes twenty devices`() {
    #expect(findings(builds(silent: 19, onDevices: 19)).isEmpty)
    #expect(findings(builds(silent: 20, onDevices: 20)).count == 1)
    #expect(findings(builds(silent: 4000, onDevices: 19)).isEmpty)
  }

  @Test func `a build that has always acked less than the others takes as many more`() {
    func found(_ devices: Int, before acked: Int) -> Int {
      var evidence = builds(silent: devices, onDevices: devices)
      evidence.pastVersions = CohortCells([
        Sample.build("3.2", "17.0", Sample.apns(sent: 200, acked: acked, opened: 0))
      ])
      return findings(evidence).count
    }
    // 40 of 200 are 15 % at least: 0.85^43 is the first below 0.001.
    #expect(found(42, before: 40) == 0)
    #expect(found(43, before: 40) == 1)
    #expect(found(20, before: 160) == 1)
    #expect(found(20, before: 0) == 1)
  }

  @Test func `where no device is known it takes as many sends as anything does`() {
    #expect(findings(builds(silent: 99)).isEmpty)
    #expect(findings(builds(silent: 100)).count == 1)
  }

  @Test func `one ack clears a build`() {
    #expect(findings(builds(silent: 3162, acked: 1, onDevices: 3162)).isEmpty)
  }

  @Test func `beside builds that hardly ack it takes more devices`() {
    // 50 of 1,000 are 3.8 % at least; none of 200 is 1.88 % at most, the first below half of it.
    #expect(findings(builds(silent: 195, onDevices: 195, peersAcked: 50)).isEmpty)
    #expect(findings(builds(silent: 210, onDevices: 210, peersAcked: 50)).count == 1)
    #expect(findings(builds(silent: 3162, onDevices: 3162, peersAcked: 0)).isEmpty)
  }

  @Test func `sends whose receipts may still come tell nothing`() {
    var evidence = builds(silent: 3162, onDevices: 3162)
    evidence.scope.asOf = Sample.scope.days[0].end
    #expect(findings(evidence).isEmpty)
  }

  private func apps(past: Int, other: Int) -> Evidence {
    let silent = Sample.apns(sent: 500, acked: 0, opened: 0)
    var evidence = Sample.evidence(versions: [
      Sample.build("3.1", "17.0", silent),
      Sample.cell(day: 0, "444", ["3.1", "17.0"], Sample.apns(sent: 500, acked: other, opened: 0)),
    ])
    evidence.cells = [
      Sample.cell(day: 3, "333", ["apns"], Sample.apns(sent: 500, acked: past, opened: 0)),
      Sample.cell(day: 14, "333", ["apns"], silent),
    ]
    return evidence
  }

  @Test func `an app that never acked is a note where another app acks`() {
    #expect(findings(apps(past: 0, other: 400)).map(\.severity) == [.info])
    #expect(findings(apps(past: 0, other: 0)).isEmpty)
  }

  @Test func `an app that stopped acking is compared with its past`() {
    let found = findings(apps(past: 400, other: 400))
    #expect(found.map(\.severity) == [.warning])
    #expect(found.map(\.scope.text) == [""])
    #expect(found.first?.rivals.first?.cause.plain().contains("its tokens are stale") == true)
  }

  @Test func `three campaigns may all be silent pushes, with many login codes beside them they are not`() {
    // Of campaigns, perhaps a twentieth is silent where nothing is known; of login codes, four in five are acked.
    for (campaigns, singles, findingCount) in [(3, 0, 0), (4, 0, 1), (0, 4, 0), (0, 5, 1), (3, 1, 1)] {
      var evidence = apps(past: 400, other: 400)
      evidence.messages.cells = MessageCells(
        (0..<campaigns + singles).map { number in
          MessageCell(
            appKey: "333", messageID: "\(number)",
            counts: Sample.counts(Sample.apns(sent: number < campaigns ? 100 : 1, acked: 0, opened: 0)),
            firstSent: Sample.instant(number))
        })
      #expect(findings(evidence).count == findingCount, "\(campaigns), \(singles)")
    }
  }

  @Test func `messages that nobody acked say nothing about a build`() {
    for (unanswered, findingCount) in [(3100, 1), (3150, 0)] {
      var evidence = builds(silent: 3162, onDevices: 3162)
      evidence.unanswered = [Sample.build("3.2", "17.0", [.ackEligible: unanswered])]
      #expect(findings(evidence).count == findingCount)
    }
  }
}
