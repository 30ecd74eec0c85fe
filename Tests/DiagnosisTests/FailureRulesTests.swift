import Diagnosis
import Prose
import ReceiptModel
import Testing

struct FailureRulesTests {
  private let judged = FailureSample.pastHours..<360
  private let all: [Rule] = [
    .tokensDead, .credentialsRefused, .contentRefused, .quotaExceeded, .sendFailures, .arriveFailures,
  ]

  private func findings(_ sample: FailureSample) -> [Finding] {
    Diagnosis.findings(sample.evidence, rules: all)
  }

  @Test(arguments: [
    ("Unregistered", "send_failed", FindingCode.tokensDead, Severity.info),
    ("5#invalid token", "arrive_failed", .tokensDead, .info),
    ("ExpiredProviderToken", "send_failed", .credentialsRefused, .warning),
    ("TopicDisallowed", "send_failed", .credentialsRefused, .warning),
    ("PayloadTooLarge", "send_failed", .contentRefused, .warning),
    ("TooManyRequests", "send_failed", .quotaExceeded, .warning),
    ("503#later", "send_failed", .sendFailures, .warning),
    ("NeverHeard", "send_failed", .sendFailures, .warning),
    ("", "send_failed", .sendFailures, .warning),
    ("6#notify disabled", "arrive_failed", .arriveFailures, .info),
    ("2#app deleted", "arrive_failed", .arriveFailures, .info),
    ("2#app deleted", "send_failed", .sendFailures, .info),
    ("NeverHeard", "arrive_failed", .arriveFailures, .warning),
  ])
  func `a reason that rises is one finding of its own kind, and as often as before it is none`(
    reason: String, kind: String, code: FindingCode, severity: Severity
  ) {
    let before = FailureSample().failing(1, reason, in: 0..<FailureSample.pastHours, kind: kind)
    let found = findings(before.failing(4, reason, in: judged, kind: kind))
    #expect(found.map(\.code) == [code])
    #expect(found.first?.severity == severity)
    #expect(found.first?.appKey == "333")
    #expect(found.first?.observed == 0.04)
    #expect(found.first?.expected == 0.01)
    #expect(found.first?.since == FailureSample.start(of: judged.lowerBound))
    #expect(found.first?.deliveries == 96)
    #expect(findings(before.failing(1, reason, in: judged, kind: kind)).isEmpty)
    // Two points are the least rise that matters, however sure it is.
    #expect(findings(before.failing(2, reason, in: judged, kind: kind)).isEmpty)
  }

  @Test func `what chance can explain is no finding`() {
    // 2 of 40 after 0 of 560: a rise of five points that is not sure.
    let few = FailureSample(tried: 1, hours: 0..<360)
    #expect(findings(few.failing(1, "Unregistered", in: 350..<352)).isEmpty)
    #expect(!findings(few.failing(1, "Unregistered", in: 340..<352)).isEmpty)
  }

  @Test func `credentials refused from an hour on are critical, since that hour`() {
    let found = findings(FailureSample().failing(100, "ExpiredProviderToken", in: 350..<360))
    #expect(found.map(\.code) == [.credentialsRefused])
    #expect(found.first?.severity == .critical)
    #expect(found.first?.since == FailureSample.start(of: 350))
    #expect(found.first?.scope.text == "channel apns, reason ExpiredProviderToken")
    #expect(found.first?.cause.plain().contains("the sender's token is too old") == true)
  }

  @Test func `what is over is no longer critical, and says so`() {
    let found = findings(FailureSample().failing(100, "ExpiredProviderToken", in: 340..<350))
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.since == FailureSample.start(of: 340))
    #expect(found.first?.cause.plain().hasSuffix("; the last hours look as they did before") == true)
  }

  @Test func `a trouble of ten days is measured against what was before it, and still told`() {
    let found = findings(FailureSample().failing(90, "BadCertificate", in: 120..<360))
    #expect(found.map(\.severity) == [.critical])
    #expect(found.first?.since == FailureSample.start(of: 120))
    #expect(found.first?.expected == 0)
  }

  @Test func `what failed as long as was looked back is told when half of all fails, and a note below that`()
  {
    #expect(
      findings(FailureSample().failing(60, "BadCertificate", in: 0..<360)).map(\.severity) == [.critical])
    let note = findings(FailureSample().failing(8, "BadCertificate", in: 0..<360))
    #expect(note.map(\.severity) == [.info])
    #expect(note.first?.cause.plain().hasSuffix("about as often as before") == true)
    #expect(findings(FailureSample().failing(4, "BadCertificate", in: 0..<360)).isEmpty)
  }

  @Test func `without a history failures are measured by what is worth a note`() {
    let new = FailureSample(hours: judged)
    #expect(findings(new.failing(6, "Unregistered", in: judged)).map(\.severity) == [.info])
    #expect(findings(new.failing(8, "Unregistered", in: judged)).map(\.severity) == [.info])
    #expect(findings(new.failing(4, "Unregistered", in: judged)).isEmpty)
  }

  @Test func `dead tokens of everybody from one moment on are a wrong environment`() {
    let sudden = findings(FailureSample().failing(95, "BadDeviceToken", in: 350..<360))
    #expect(sudden.map(\.code) == [.credentialsRefused])
    #expect(sudden.first?.severity == .critical)
    #expect(sudden.first?.since == FailureSample.start(of: 350))
    let most = findings(FailureSample().failing(60, "BadDeviceToken", in: 350..<360))
    #expect(most.map(\.code) == [.tokensDead])
    #expect(most.first?.severity == .warning)
  }

  @Test func `dead tokens of all of one build are its wrong environment`() {
    var sample = FailureSample().failing(30, "BadDeviceToken", in: judged)
    func build(_ version: String, sent: Int, refused: Int) -> CohortCell {
      Sample.cell(
        day: 0, "333", [version, "17"], [.deliveries: sent + refused, .sent: sent, .sendFailed: refused])
    }
    sample.evidence.versions = [build("5.0", sent: 1680, refused: 0), build("5.1", sent: 0, refused: 720)]
    let found = findings(sample)
    #expect(found.map(\.code) == [.credentialsRefused])
    #expect(found.first?.scope.text == "channel apns, app_version 5.1")
    // The others' 1,680 pushes went to a thousand devices, or to eight: then those of 5.1 may be three.
    for (devices, code) in [(1000, FindingCode.credentialsRefused), (8, .tokensDead)] {
      var facts = DeviceSample()
      for _ in 0..<devices { facts.device([DeviceSample.push("5.0", appKey: "333")]) }
      sample.evidence.devices = facts.evidence.devices
      sample.evidence.versions.change { $0.counts[.ackEligible] = $0.counts[.sent] }
      #expect(findings(sample).map(\.code) == [code])
    }
    sample.evidence.devices = DeviceFacts()
    sample.evidence.versions = [
      build("5.0", sent: 1180, refused: 500), build("5.1", sent: 500, refused: 220),
    ]
    #expect(findings(sample).map(\.code) == [.tokensDead])
  }

  @Test func `channels are judged apart`() {
    var sample = FailureSample()
    sample.evidence.hourCells += FailureSample(channel: "huawei", tried: 900).evidence.hourCells
    let found = findings(sample.failing(10, "Unregistered", in: judged))
    #expect(found.map(\.scope.text) == ["channel apns, reason Unregistered"])
    #expect(found.first?.observed == 0.1)
  }

  @Test func `unknown reasons are added up, told as unknown, and named without what may be a token`() {
    var sample = FailureSample()
    for hour in judged {
      sample = sample.failing(
        6, "device a692961a92534047ad362575f31f5700 lost in \(hour)", in: hour..<hour + 1)
    }
    let found = findings(sample)
    #expect(found.map(\.code) == [.sendFailures])
    #expect(found.first?.scope.text == "channel apns, several reasons")
    #expect(found.first?.cause.plain().contains("not known here") == true)
    #expect(found.first?.cause.plain().contains("device … lost in") == true)
    #expect(found.first?.cause.plain().contains("a692961a") == false)
  }

  @Test func `hours whose receipts are still on their way are not judged`() {
    var sample = FailureSample().failing(100, "Forbidden", in: 359..<360)
    #expect(findings(sample).count == 1)
    sample.evidence.scope.asOf = Sample.history[14].end + Sample.settle - 1
    #expect(findings(sample).isEmpty)
  }

  @Test func `a few failures of many make no finding however many pushes there are`() {
    let many = FailureSample(tried: 1_000_000)
    let before = many.failing(10_000, "Unregistered", in: 0..<FailureSample.pastHours)
    #expect(findings(before.failing(15_000, "Unregistered", in: judged)).isEmpty)
  }
}
