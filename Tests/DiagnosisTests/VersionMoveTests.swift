import Diagnosis
import Prose
import ReceiptModel
import TestSupport
import Testing

struct VersionMoveTests {
  /// A week of an app: people who use it a lot ack more, and are the first to get version 2.
  struct World {
    var devices = 400
    /// Of acks of version 2, the share that is lost.
    var lost = 0.0
    /// Of acks of version 2, the share of later tries; it is a tenth elsewhere.
    var late = 0.1
    /// How often pushes are acked on a day, as a share of the usual.
    var mood: (_ day: Int) -> Double = { _ in 1 }
    /// The pushes, of the two of a day, that nobody acks.
    var silent: (_ number: Int) -> Bool = { _ in false }
    /// The devices that a day's pushes go to, by how much they are used.
    var audience: (_ day: Int) -> ClosedRange<Double> = { _ in 0...1 }

    func evidence(_ random: inout SeededGenerator) -> Evidence {
      var sample = DeviceSample()
      for _ in 0..<devices {
        let activity = Double.random(in: 0...1, using: &random)
        let moves = activity > 0.4 && Double.random(in: 0..<1, using: &random) < 0.7
        let updates = moves ? Int.random(in: 2...5, using: &random) : 7
        // Some devices ack nothing at all.
        let rate = Double.random(in: 0..<1, using: &random) < 0.1 ? 0 : 0.05 + 0.8 * activity
        var away = 0..<0
        if Double.random(in: 0..<1, using: &random) < 0.3 {
          let leaves = Int.random(in: 0...6, using: &random)
          away = leaves..<leaves + Int.random(in: 1...3, using: &random)
        }
        sample.device(
          (0..<14).compactMap { number in
            let (day, isNew) = (number / 2, number / 2 >= updates)
            guard audience(day).contains(activity) else { return nil }
            let share = rate * mood(day) * (isNew ? 1 - lost : 1)
            let isAcked =
              !away.contains(day) && Double.random(in: 0..<1, using: &random) < share && !silent(number)
            let isLate = Double.random(in: 0..<1, using: &random) < (isNew ? late : 0.1)
            return DeviceSample.push(
              isNew ? "2.0" : "1.0", at: DeviceSample.start + Int64(number) * 12 * DeviceSample.hour,
              latency: isAcked ? (isLate ? 8_000 : 1_000) : nil, isOfUnackedMessage: silent(number))
          })
      }
      return sample.evidence
    }
  }

  private func findings(_ world: World, _ random: inout SeededGenerator) -> [Finding] {
    Rule.versionRegression.findings(world.evidence(&random))
  }

  @Test func `a version that is acked more than others, and less than by its devices before, has regressed`()
  {
    var random = SeededGenerator(seed: 3)
    let world = World(lost: 0.4)
    let counts = DeviceSample.acks(world.evidence(&random))
    #expect(counts["2.0"] ?? 0 > 0.8 * (counts["1.0"] ?? 0))
    let found = findings(world, &random)
    #expect(found.map(\.scope.text) == ["app_version 2.0"])
    #expect(found.first?.cause.plain().contains("to be expected of the same devices") == true)
    #expect(found.first.map { abs(($0.observed ?? 0) / ($0.expected ?? 1) - 0.6) < 0.08 } == true)
  }

  @Test func `half of the acks lost is found nearly always, and by chance nearly nothing`() {
    var random = SeededGenerator(seed: 4)
    let lost = (0..<50).count { _ in !findings(World(devices: 200, lost: 0.5), &random).isEmpty }
    #expect(lost >= 48)
    let alarms = (0..<100).count { _ in !findings(World(devices: 200), &random).isEmpty }
    #expect(alarms <= 1)
  }

  @Test func `where later tries are surely more, a loss that says little alone is the extension's time`() {
    var random = SeededGenerator(seed: 6)
    var (timedOut, regressed) = (0, 0)
    for _ in 0..<20 {
      let late = World(devices: 400, lost: 0.13, late: 0.4).evidence(&random)
      timedOut += Rule.extensionTimeouts.findings(late).count
      regressed += findings(World(devices: 400, lost: 0.13), &random).count
    }
    #expect(timedOut >= 15)
    #expect(regressed <= timedOut / 2)
    let alarms = (0..<50).count { _ in
      !Rule.extensionTimeouts.findings(World(devices: 300, late: 0.4).evidence(&random)).isEmpty
    }
    #expect(alarms <= 5)
  }

  @Test func `days on which everybody acks less are no version's fault`() {
    var random = SeededGenerator(seed: 5)
    let alarms = (0..<50).count { _ in
      !findings(World(mood: { $0 < 3 ? 1 : 0.6 }), &random).isEmpty
    }
    #expect(alarms <= 1)
    let found = (0..<20).count { _ in
      !findings(World(lost: 0.4, mood: { $0 < 3 ? 1 : 0.6 }), &random).isEmpty
    }
    #expect(found >= 19)
  }

  @Test func `days on which pushes go to people who ack more are no version's fault`() {
    var random = SeededGenerator(seed: 7)
    let alarms = (0..<50).count { _ in
      !findings(World(audience: { $0 < 4 ? 0...1 : 0.5...1 }), &random).isEmpty
    }
    #expect(alarms <= 1)
    let found = (0..<20).count { _ in
      !findings(World(lost: 0.5, audience: { $0 < 4 ? 0...1 : 0.5...1 }), &random).isEmpty
    }
    #expect(found >= 18)
  }

  @Test func `silent pushes neither hide a loss nor look like one`() {
    var random = SeededGenerator(seed: 9)
    func finds(lost: Double) -> Bool {
      let silent = Set((0..<14).shuffled(using: &random).prefix(5))
      return !findings(World(devices: 250, lost: lost, silent: silent.contains), &random).isEmpty
    }
    #expect((0..<50).count { _ in finds(lost: 0.5) } >= 45)
    #expect((0..<100).count { _ in finds(lost: 0) } <= 1)
  }

  @Test func `campaigns that differ in how often they are acked are no version's fault`() {
    var random = SeededGenerator(seed: 8)
    let alarms = (0..<100).count { _ in
      let moods = (0..<7).map { _ in Double.random(in: 0.4...1, using: &random) }
      return !findings(World(mood: { moods[$0] }), &random).isEmpty
    }
    #expect(alarms <= 1)
  }
}

extension DeviceSample {
  /// The share of acked pushes of each version.
  fileprivate static func acks(_ evidence: Evidence) -> [String: Double] {
    Dictionary(grouping: evidence.devices.slices, by: \.appVersion).mapValues { slices in
      Double(slices.reduce(0) { $0 + $1.acked }) / Double(slices.reduce(0) { $0 + $1.eligible })
    }
  }
}
