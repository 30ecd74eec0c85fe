import Diagnosis
import Prose
import ReceiptModel
import Reporting

/// Checks made by hand.
enum CheckSample {
  /// One finding of each severity, with and without numbers.
  static let findings = [
    Finding(
      .extensionSilent, .critical, appKey: "333", scope: .of(.appVersion, "3.3.0").and(.osVersion, ""),
      since: Instant(milliseconds: 1_789_914_600_000), deliveries: 1_234, devices: 1, observed: 0,
      expected: 0.9,
      interval: 0...0.0031, cause: "this build has no notification service extension",
      rivals: [
        Rival("a minimum iOS above the devices'", settledBy: "the deployment target"), Rival("chance"),
      ],
      nextStep: "check the extension target", rows: "deliveries-of"),
    Finding(
      .refusedLines, .warning, scope: .of(.note, "mostly not-json"), observed: 0.02, cause: "not valid JSON",
      rivals: [], nextStep: "run pushledger rejects"),
    Finding(
      .appKeyUnknown, .info, appKey: "999", deliveries: 1, cause: "a wrong AppKey", rivals: [],
      nextStep: "find the build"),
  ]

  static func report(_ findings: [Finding] = findings, apps: [String] = ["333", "444"]) -> CheckReport {
    let cells = apps.map { Sample.cell(day: 14, $0, ["apns"], Sample.apns(sent: 100, acked: 80, opened: 5)) }
    var health = Health()
    health.newestEvent = Instant(milliseconds: Sample.scope.headline.days[0].end)
    let evidence = Evidence(
      scope: Sample.scope.headline, cells: cells, history: Sample.scope.all.days, health: health)
    return CheckReport(evidence, findings: findings, zone: Sample.zone, appNames: ["333": "Shop"])
  }

  /// A finding in which every text is what a log or a device claims.
  static func hostile(_ text: String) -> Finding {
    Finding(
      .extensionSilent, .critical, appKey: text, scope: .of(.appVersion, text).and(.message, text),
      since: Instant(milliseconds: 0), deliveries: 1, observed: 0.5, expected: 1, interval: 0...1,
      cause: .text(text), rivals: [Rival(.text(text), settledBy: .text(text))], nextStep: .text(text),
      rows: "deliveries-of")
  }
}
