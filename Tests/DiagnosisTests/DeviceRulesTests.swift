import Diagnosis
import Prose
import ReceiptModel
import TestSupport
import Testing

/// `extension_throttled`, `replaced_by_later` and `devices_muted`.
struct DeviceRulesTests {
  private static let hour = DeviceSample.hour

  /// Pushes of a device every hour: `f` a quick ack, `s` a slow one, `-` none, `L` an ack after hours.
  private func device(_ outcomes: String, every step: Int64 = hour) -> [DeviceDelivery] {
    outcomes.enumerated().map { index, outcome in
      let latency: Int64? =
        switch outcome {
        case "f": 900
        case "s": 14_000
        case "L": 2 * Self.hour
        default: nil
        }
      return DeviceSample.push(at: DeviceSample.start + Int64(index) * step, latency: latency)
    }
  }

  private func evidence(_ devices: [(String, Int)], every step: Int64 = hour) -> Evidence {
    var sample = DeviceSample()
    for (outcomes, count) in devices {
      for _ in 0..<count { sample.device(device(outcomes, every: step)) }
    }
    return sample.evidence
  }

  @Test func `devices that ack less after slow acks than before are throttled`() {
    let found = Rule.extensionThrottled.findings(evidence([("ffffs-f-s----", 20), ("ffffffff", 100)]))
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.devices == 20)
    #expect(found.first?.deliveries == 140)
    #expect(found.first?.expected == 1)
    #expect(found.first.map { abs(($0.observed ?? 0) - 1 / 7) < 1e-9 } == true)
    #expect(
      found.first?.cause.plain().contains(
        "before 100.00 % of 80, after one 33.33 % of 60, after two 0.00 % of 80") == true)
    #expect(found.first.map { $0.cause.plain().count < 500 } == true)
  }

  @Test func `the same outcomes in another order are no throttling`() {
    #expect(Rule.extensionThrottled.findings(evidence([("f-s-f-f-s-f-", 20), ("ffffffff", 100)])).isEmpty)
    #expect(Rule.extensionThrottled.findings(evidence([("----s-f-sffff", 20)])).isEmpty)
  }

  @Test(arguments: 0..<20)
  func `outcomes in random order are no throttling, however slow a device is`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var sample = DeviceSample()
    for _ in 0..<150 {
      let slow = Int.random(in: 0...3, using: &random)
      let lost = Int.random(in: 0...6, using: &random)
      let outcomes =
        Array(repeating: "s", count: slow) + Array(repeating: "-", count: lost)
        + Array(repeating: "f", count: 10 - slow - lost)
      sample.device(device(outcomes.shuffled(using: &random).joined()))
    }
    #expect(Rule.extensionThrottled.findings(sample.evidence).isEmpty)
  }

  @Test func `where the other devices fall as much over the same days it is no throttling`() {
    #expect(
      Rule.extensionThrottled.findings(evidence([("fffffs------", 20), ("ffffff------", 100)])).isEmpty)
  }

  @Test func `a device on another network is compared with itself on that network only`() {
    var sample = DeviceSample()
    for _ in 0..<30 {
      sample.device(
        device("ffffs-----").enumerated().map { index, push in
          var push = push
          push.networkType = index < 4 ? "wifi" : "3g"
          return push
        })
    }
    #expect(Rule.extensionThrottled.findings(sample.evidence).isEmpty)
  }

  @Test func `pushes before one that was acked after a long wait were replaced`() {
    let found = Rule.replacedByLater.findings(evidence([("f--L", 30), ("ffff", 100)]))
    #expect(found.map(\.severity) == [.info])
    #expect(found.first?.deliveries == 60)
    #expect(
      found.first?.cause.plain().contains("without these pushes the ack rate is 100.00 %, with them 88.46 %")
        == true)
  }

  @Test func `unanswered pushes before a prompt ack were not`() {
    #expect(Rule.replacedByLater.findings(evidence([("f--f", 30), ("fffL", 100)])).isEmpty)
    // As many are unanswered before prompt acks as before late ones.
    #expect(Rule.replacedByLater.findings(evidence([("-L", 30), ("-f", 100)])).isEmpty)
  }

  @Test func `a push is not replaced when the device answered an earlier one first`() {
    // The first push is acked after two hours, between the second and the third.
    let found = Rule.replacedByLater.findings(
      evidence([("L-fL", 30), ("ffff", 100)], every: Self.hour * 3 / 2))
    #expect(found.isEmpty)
  }

  private func silent(_ count: Int, pushes: Int, every step: Int64 = 2 * hour) -> Evidence {
    evidence(
      [(String(repeating: "-", count: pushes), count), (String(repeating: "f", count: pushes), 100)],
      every: step)
  }

  @Test func `devices that answer none of ten pushes are muted`() {
    let found = Rule.devicesMuted.findings(silent(10, pushes: 10))
    #expect(found.map(\.severity) == [.info])
    #expect(found.first?.devices == 10)
    #expect(found.first?.deliveries == 100)
    #expect(Rule.devicesMuted.findings(silent(10, pushes: 9)).isEmpty)
    #expect(Rule.devicesMuted.findings(silent(4, pushes: 10)).isEmpty)
  }

  @Test func `pushes within a few hours say nothing, nor does a device that opened one`() {
    #expect(Rule.devicesMuted.findings(silent(10, pushes: 10, every: Self.hour)).isEmpty)
    var sample = DeviceSample()
    for _ in 0..<100 { sample.device(device("ffffffffff", every: 2 * Self.hour)) }
    for _ in 0..<10 {
      var pushes = device("----------", every: 2 * Self.hour)
      pushes[3].isOpened = true
      sample.device(pushes)
    }
    #expect(Rule.devicesMuted.findings(sample.evidence).isEmpty)
  }

  @Test func `devices of a build that never acks are not muted`() {
    var sample = DeviceSample()
    for _ in 0..<100 { sample.device(device("ffffffffff", every: 2 * Self.hour)) }
    for _ in 0..<10 {
      sample.device(
        device("----------", every: 2 * Self.hour).map { push in
          var push = push
          push.appVersion = "2.0"
          return push
        })
    }
    #expect(Rule.devicesMuted.findings(sample.evidence).isEmpty)
  }

  @Test func `a build that acks one push in ten has silent devices by chance`() {
    #expect(
      Rule.devicesMuted.findings(evidence([("----------", 40), ("---f------", 60)], every: 2 * Self.hour))
        .isEmpty)
  }

  @Test func `nothing is said of pushes that may still be answered`() {
    var unripe = evidence([("ffffs-f-s----", 20), ("ffffffff", 100)])
    unripe.scope.asOf = unripe.scope.days[0].end
    #expect(Rule.extensionThrottled.findings(unripe).isEmpty)
    unripe = silent(10, pushes: 10)
    unripe.scope.asOf = unripe.scope.days[0].end
    #expect(Rule.devicesMuted.findings(unripe).isEmpty)
  }
}
