import Diagnosis
import Prose
import ReceiptModel
import TestSupport
import Testing

struct NewestVersionTests {
  /// A day of an app of which some devices have had version 2.0 from the beginning.
  private struct World {
    var newDevices = 150
    /// Of acks of version 2.0, the share that is lost.
    var lost = 0.0
    /// How often devices of each version ack, at the least and most.
    var habits: [String: ClosedRange<Double>] = ["1.0": 0.1...0.9, "2.0": 0.1...0.9]
    /// Pushes of a device.
    var pushes = 1...5
    /// The campaigns of 1.0 and of 2.0, which begin at different hours.
    var hours: [String: ClosedRange<Int>] = ["1.0": 0...9, "2.0": 0...9]

    func evidence(_ random: inout SeededGenerator) -> Evidence {
      var sample = DeviceSample()
      let moods = (0..<24).map { _ in Double.random(in: 0.4...1, using: &random) }
      var sums: [String: [Int: Rate]] = [:]
      for device in 0..<600 + newDevices {
        let version = device < 600 ? "1.0" : "2.0"
        let habit = Double.random(in: habits[version] ?? 0...1, using: &random)
        let times = (0..<Int.random(in: pushes, using: &random)).map { _ in
          Int.random(in: hours[version] ?? 0...9, using: &random)
        }
        sample.device(
          times.sorted().map { hour in
            let share = habit * moods[hour] * (version == "2.0" ? 1 - lost : 1)
            let isAcked = Double.random(in: 0..<1, using: &random) < share
            sums[version, default: [:]][hour, default: Rate(0, of: 0)].add(Rate(isAcked ? 1 : 0, of: 1))
            return DeviceSample.push(
              version, at: DeviceSample.start + Int64(hour) * DeviceSample.hour,
              latency: isAcked ? 1_000 : nil)
          })
      }
      var evidence = sample.evidence
      evidence.history = Sample.history
      evidence.hours = Sample.hours
      evidence.buildHours = CohortCells(
        sums.flatMap { version, hours in
          hours.map { hour, rate in
            Sample.cell(
              day: Sample.hour(hour), "333", [version],
              [.ackEligible: rate.denominator, .eligibleAcked: rate.numerator])
          }
        })
      return evidence
    }
  }

  private func found(_ world: World, _ random: inout SeededGenerator) -> [Finding] {
    Rule.versionRegression.findings(world.evidence(&random))
  }

  @Test func `a newest version that is acked less in the same hours has regressed`() {
    var random = SeededGenerator(seed: 1)
    let all = (0..<15).compactMap { _ in found(World(lost: 0.45), &random).first }
    #expect(all.count >= 14)
    #expect(all.allSatisfy { $0.scope.text == "app_version 2.0" })
    let byHours = all.filter { $0.cause.plain().contains("older versions in the same hours") }
    #expect(!byHours.isEmpty)
    #expect(
      byHours.allSatisfy { $0.rivals.contains { $0.cause.plain().contains("people who have updated") } })
  }

  @Test func `campaigns and devices that differ are no version's fault`() {
    var random = SeededGenerator(seed: 2)
    #expect((0..<60).count { _ in !found(World(), &random).isEmpty } <= 1)
    // In other hours, other things happen.
    let apart = World(hours: ["1.0": 0...9, "2.0": 12...20])
    #expect((0..<15).count { _ in !found(apart, &random).isEmpty } <= 1)
  }

  @Test func `some devices that ack nothing of many pushes are no version's fault`() {
    var random = SeededGenerator(seed: 3)
    let few = World(newDevices: 24, habits: ["1.0": 0...1, "2.0": 0...1], pushes: 30...40)
    #expect((0..<30).count { _ in !found(few, &random).isEmpty } <= 1)
  }

  @Test func `an older version may have people who ack less`() {
    var random = SeededGenerator(seed: 4)
    let idle = World(newDevices: 400, habits: ["1.0": 0.05...0.3, "2.0": 0.3...0.9])
    #expect((0..<10).allSatisfy { _ in found(idle, &random).isEmpty })
  }
}
