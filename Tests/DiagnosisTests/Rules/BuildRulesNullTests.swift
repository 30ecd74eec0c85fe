import Diagnosis
import ReceiptModel
import TestSupport
import Testing

struct BuildRulesNullTests {
  private let rules: [Rule] = [
    .appKeyMismatch, .appKeyUnknown, .appKeyQuiet, .extensionSilent, .messageSilent, .versionRegression,
    .ackRateFall,
  ]

  /// A sound app: five versions in an adoption ramp, four OS versions with different rates, two hundred messages of all
  /// sizes, and days that differ by some percent.
  private func soundApp(seed: UInt64) -> Evidence {
    var random = SeededGenerator(seed: seed)
    let systems = [("15.8", 0.55), ("16.7", 0.62), ("17.6", 0.66), ("18.0", 0.7)]
    func acked(_ count: Int, _ share: Double) -> Int {
      if count < 50 {
        return (0..<count).count { _ in Double.random(in: 0..<1, using: &random) < share }
      }
      // The sum of twelve uniform values is nearly normal, with the deviation 1.
      let normal = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
      let deviation = (Double(count) * share * (1 - share)).squareRoot()
      return max(0, min(count, Int(Double(count) * share + deviation * normal)))
    }
    func mood() -> Double { Double.random(in: 0.97...1.03, using: &random) }
    func builds(_ weights: [Int], times: Int) -> [CohortCell] {
      weights.enumerated().flatMap { version, weight in
        systems.map { system, share in
          let sent = weight * times
          return Sample.build("4.\(version + 8)", system, Sample.sends(sent, acked: acked(sent, share)))
        }
      }
    }
    var evidence = Sample.evidence(
      versions: builds([20, 30, 60, 200, 90], times: 1),
      pastVersions: builds([30, 60, 120, 190, 10], times: 5))
    for day in 0..<14 {
      let today = mood()
      evidence.cells.append(
        Sample.cell(day: day, "333", ["apns"], Sample.sends(1600, acked: acked(1600, 0.65 * today))))
    }
    evidence.buildHours = CohortCells(
      (0..<24).flatMap { hour in
        (8...12).map { version in
          Sample.cell(
            day: Sample.hour(hour), "333", ["4.\(version)"], Sample.sends(15, acked: acked(15, 0.65)))
        }
      })
    evidence.messages.cells = MessageCells(
      (0..<200).map { number in
        let sent = number % 20 == 0 ? 400 : 1 + number % 7
        return MessageCell(
          appKey: "333", messageID: "\(number)",
          counts: Sample.counts(Sample.sends(sent, acked: acked(sent, 0.65 * mood()))),
          firstSent: Sample.instant(number % 24))
      })
    return evidence
  }

  @Test func `nothing is found in fifty sound apps`() {
    for seed in 1...50 as ClosedRange<UInt64> {
      #expect(Diagnosis.findings(soundApp(seed: seed), rules: rules).isEmpty, "seed \(seed)")
    }
  }

  @Test func `the same apps with one silent build give that build, and nothing else`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var evidence = soundApp(seed: seed)
      let silence: (inout CohortCell) -> Void = { cell in
        guard cell.key.parts[0] == "4.12" else { return }
        cell.counts = Sample.counts(Sample.sends(cell.counts[.ackEligible], acked: 0))
      }
      evidence.versions.change(silence)
      evidence.buildHours.change(silence)
      let found = Diagnosis.findings(evidence, rules: rules).filter { $0.code != .ackRateFall }
      #expect(found.map(\.code) == [.extensionSilent], "seed \(seed)")
      #expect(found.map(\.scope.text) == ["app_version 4.12"], "seed \(seed)")
    }
  }
}
